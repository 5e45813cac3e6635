// Expressions that tried each way to divide a text took twice as long for each character, and aliases repeat what aliases repeat: if any of it was
// done, none of these runs would end.
import assert from "node:assert/strict";
import { test } from "node:test";
import { markerOf } from "../../server/core/values/helm-documents.ts";
import { parseYaml } from "../../server/core/yaml/reader/parse.ts";
import type { YamlDocument } from "../../server/core/yaml/tree.ts";
import { CLEAN, folderWith, run } from "../cli/run.ts";
import { connect } from "../lsp/client.ts";

const MARKS = "&".repeat(60);
const LEVELS = Array.from({ length: 12 }, (_none, index) => index + 1);
const aliases = (level: number) =>
  Array(9)
    .fill(`*l${level - 1}`)
    .join(", ");
const TEXTS = {
  "lists of aliases of lists": `${CLEAN}global:\n  l0: &l0 x\n${LEVELS.map((level) => `  l${level}: &l${level} [${aliases(level)}]\n`).join("")}`,
  "merged mappings of merged mappings": `${CLEAN}global:\n  l0: &l0 {a: 1}\n${LEVELS.map((level) => `  l${level}: &l${level} {<<: [${aliases(level)}]}\n`).join("")}`,
  "60 marks before a value": CLEAN.replace("controller:\n", `controller:\n  replicas: ${MARKS} x\n`),
  "60 marks on a line": CLEAN.replace("controller:\n", `controller:\n    ${MARKS} x\n`),
  "60 marks after a dash": `${CLEAN}  imagePullSecrets:\n  - ${MARKS} x\n      \n        \n`,
  "60 lines before two documents": `${"\uFEFF\n".repeat(60)}${CLEAN}---\n${"\uFEFF\n".repeat(60)}a: 1\n---\n`,
  "60 lines that begin with a byte order mark": `${"\uFEFF\n".repeat(60)}${CLEAN}`,
  "60 such lines before a directive": `${"\uFEFF\n".repeat(60)}x%YAML 1.2\n${CLEAN}`,
};

for (const [name, text] of Object.entries(TEXTS)) {
  test(`${name}: the command line`, async () => {
    const { code } = await run(folderWith({ "cap-operator-values.yaml": text }), ["check", "."]);
    assert.ok(code === 0 || code === 1, String(code));
  });

  test(`${name}: the beginnings of documents`, () => {
    const file = parseYaml(text);
    for (const document of [...file.documents, { ...file.documents[0], start: 0, end: text.length }])
      assert.equal(markerOf(file, document as YamlDocument)?.length ?? 0, 0);
  });

  test(`${name}: completion and findings on each line`, async () => {
    const client = await connect();
    const uri = "file:///ws/cap-operator-values.yaml";
    client.open(uri, text);
    const textDocument = { uri };
    for (const [line, { length }] of text.split("\n").entries()) {
      for (const character of [0, 4, length]) {
        await client.request("textDocument/completion", { textDocument, position: { line, character } });
      }
    }
    assert.ok(await client.request("textDocument/diagnostic", { textDocument }));
  });
}
