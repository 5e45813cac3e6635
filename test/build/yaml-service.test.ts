import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { test } from "node:test";
import { TextDocument } from "vscode-languageserver-textdocument";
import { createYamlService, type YamlService } from "../../server/workspace/yaml-service.ts";
import { repository } from "../support/repository.ts";

const built = path.join(repository, "dist/yaml-service.js");
assert.ok(existsSync(built), "What ships is tested: npm run build comes first.");
const shipped: YamlService = createRequire(import.meta.url)(built).createYamlService();
const whole = createYamlService();

const TEXTS = [
  "a: {b: 1, c: [1,2,3], longer_key: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, other: bbbbbbbbbbbbbbbbbbbb}\n",
  "---\ntitle: x\n---\na:   1\n",
  "---js\nfoo\n---\na:   1\n",
  "# prettier-ignore\nc:    1\nd:    'it''s'\n",
  'script: |\n  function f(){return {a}}\njson:   "{\\"a\\":1}"\n',
  "a: [",
];

test("the formatter that ships, without its printer of JavaScript, formats as the whole one", async () => {
  const files = globSync("{examples,test,docs}/**/*.{yaml,yml}", { cwd: repository });
  assert.ok(files.length > 20);
  const texts = [...TEXTS, ...files.map((file) => readFileSync(path.join(repository, file), "utf8"))];
  const warnings: string[] = [];
  const { warn } = console;
  console.warn = (text: string) => void warnings.push(text);
  try {
    for (const text of texts) {
      const document = TextDocument.create("file:///values.yaml", "yaml", 1, text);
      assert.equal(await shipped.format(document, 2), await whole.format(document, 2));
    }
  } finally {
    console.warn = warn;
  }
  assert.deepEqual(warnings, []);
});
