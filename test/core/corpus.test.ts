import assert from "node:assert/strict";
import { test } from "node:test";
import { DiagnosticSeverity } from "vscode-languageserver-types";
import { GOOD_FILES, withCarriageReturns } from "./support/corpus.ts";
import { diagnosticsOf } from "./support/diagnostics-of.ts";

for (const { name, kind, text } of GOOD_FILES.flatMap((file) => [file, withCarriageReturns(file)])) {
  test(`nothing is wrong with ${kind} file ${name}`, async () => {
    const found = await diagnosticsOf(text, kind);
    const loud = found.filter(({ severity }) => severity !== DiagnosticSeverity.Hint);
    assert.deepEqual(
      loud.map(({ range, code, message }) => `line ${range.start.line + 1}, ${code}: ${message}`),
      [],
    );
  });
}

test("the corpus is large enough to mean something", () => {
  assert.ok(GOOD_FILES.filter(({ kind }) => kind === "values").length >= 25);
});
