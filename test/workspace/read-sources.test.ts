import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import {
  readProjectAddress,
  readRuleExamples,
  readSources,
  readVersion,
} from "../../server/workspace/charts/read-sources.ts";
import { connect } from "../lsp/client.ts";

const packageFolder = fileURLToPath(new URL("../..", import.meta.url));
const scratch = mkdtempSync(path.join(tmpdir(), "cap-operator-sources-"));
after(() => rmSync(scratch, { recursive: true, force: true }));

function copyOfPackage(name: string): string {
  const folder = path.join(scratch, name);
  mkdirSync(folder);
  for (const part of ["dist/schemas", "snippets", "package.json"]) {
    cpSync(path.join(packageFolder, part), path.join(folder, part), { recursive: true });
  }
  return folder;
}

test("a complete package has schemas, snippets, documentation and a version", () => {
  const { sources, problems } = readSources(packageFolder);
  assert.deepEqual(problems, []);
  assert.ok("properties" in sources.schemas.values);
  assert.ok(Object.keys(sources.snippets.values).length > 0);
  assert.match(sources.docsUrl, /^file:\/\/.*\/dist\/docs\/$/);
  const manifest = JSON.parse(readFileSync(path.join(packageFolder, "package.json"), "utf8"));
  assert.equal(readVersion(packageFolder), manifest.version);
});

test("the address of the project is that of the manifest, if it has one", () => {
  const folder = copyOfPackage("addressed");
  const homepage = "https://code.example.org/group/project#readme";
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ homepage }));
  assert.equal(readProjectAddress(folder), "https://code.example.org/group/project");
  writeFileSync(path.join(folder, "package.json"), "{}");
  assert.equal(readProjectAddress(folder), undefined);
});

for (const [name, text] of [
  ["cut short", '{"properties": {'],
  ["not an object", "[]"],
  ["binary", "\u0000\u0001"],
] as const) {
  test(`a damaged schema (${name}) is reported, and the server stays up without it`, async () => {
    const folder = copyOfPackage(name.replace(" ", "-"));
    const schema = path.join(folder, "dist/schemas/values.schema.json");
    writeFileSync(schema, text);
    const read = readSources(folder);
    assert.deepEqual(read.sources.schemas.values, {});
    assert.ok("properties" in read.sources.schemas.operator);
    assert.equal(read.problems.length, 1);
    assert.ok(read.problems[0]?.startsWith(`The file ${schema} is damaged: `), read.problems[0]);
    assert.match(read.problems[0] ?? "", /reinstall/);

    const client = await connect({ server: read });
    await client.until(() => client.shown.length === 1);
    assert.deepEqual(client.shown, read.problems);
    const textDocument = { uri: "file:///ws/cap-operator-values.yaml" };
    client.open(textDocument.uri, "controller:\n");
    const position = { line: 0, character: 2 };
    assert.equal(await client.request("textDocument/hover", { textDocument, position }), null);
    assert.deepEqual(await client.request("textDocument/completion", { textDocument, position }), []);
  });
}

test("missing snippets are reported, and everything else works", () => {
  const folder = copyOfPackage("no-snippets");
  rmSync(path.join(folder, "snippets/values.json"));
  const { sources, problems } = readSources(folder);
  assert.equal(problems.length, 1);
  assert.match(problems[0] ?? "", /values\.json could not be read/);
  assert.deepEqual(sources.snippets.values, {});
  assert.notDeepEqual(sources.snippets.operator, {});
});

test("without the examples of rules, they are refused with the reason", () => {
  const folder = copyOfPackage("no-examples");
  const file = path.join(folder, "dist/schemas/rule-examples.json");
  assert.equal(readRuleExamples(folder)("unknown-key").right, "controller:\n  replicas: 2");
  writeFileSync(file, "{}");
  assert.throws(() => readRuleExamples(folder)("unknown-key"), /damaged: it has no examples of unknown-key/);
  rmSync(file);
  assert.throws(() => readRuleExamples(folder), /rule-examples\.json could not be read/);
});

test("an engine that refuses its schemas leaves an idle server and a message", async () => {
  const createService = () => {
    throw new Error("no such type");
  };
  const client = await connect({ server: { createService } });
  await client.until(() => client.shown.length === 1);
  assert.match(client.shown[0] ?? "", /^The schemas cannot be used.*no such type/);
});

test("a package without a manifest has no known version", () => {
  assert.equal(readVersion(scratch), "unknown");
});
