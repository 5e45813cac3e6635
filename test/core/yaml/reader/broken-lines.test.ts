import assert from "node:assert/strict";
import { test } from "node:test";
import { parseYaml } from "../../../../server/core/yaml/reader/parse.ts";
import { readAnnotated } from "../../support/annotations.ts";
import { readCases } from "../../support/case-files.ts";
import { READING_CASE, type ReadingCase } from "../../support/reading-cases.ts";
import { checkTree, leafPaths } from "../check-tree.ts";

test("every broken line of a file is reported, and every other is read", () => {
  const broken = readCases<ReadingCase>("test/core/yaml/cases/recovery.yaml", READING_CASE)
    .flatMap(({ cases }) => cases.map(({ text }) => readAnnotated(text)))
    .filter(({ text, annotations }) => annotations.length === 1 && !text.includes("\n"));
  const text = broken
    .map(({ text: line }, index) => `key${index}:\n  above: 1\n${line.replace(/^(?! )/, "  ")}\n  below: 2\n`)
    .join("");
  const file = parseYaml(text);
  checkTree(file);
  const paths = leafPaths(file.documents[0]?.root);
  for (const index of broken.keys()) {
    for (const place of ["above", "below"])
      assert.ok(paths.includes(`key${index}.${place}`), `key${index}.${place}`);
  }
  assert.ok(file.problems.length >= broken.length);
});
