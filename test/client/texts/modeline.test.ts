import assert from "node:assert/strict";
import { test } from "node:test";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type ModelineWord, modelineEdit } from "../../../client/texts/modeline.ts";
import { findModeline } from "../../../server/core/yaml/modeline.ts";

function checkModeline(before: string, word: ModelineWord, after: string): void {
  const document = TextDocument.create("file:///values.yaml", "yaml", 1, before);
  assert.equal(TextDocument.applyEdits(document, [modelineEdit(before, word)]), after);
}

test("the comment goes to the top of a file that has none", () => {
  checkModeline("", "values", "# cap-operator: values\n");
  checkModeline("a: 1\n", "off", "# cap-operator: off\na: 1\n");
});

test("a comment in the header is replaced where it is", () => {
  checkModeline("# cap-operator: off\na: 1\n", "values", "# cap-operator: values\na: 1\n");
  checkModeline(
    "# License\r\n\r\n#cap-operator : vlaues\r\na: 1\r\n",
    "values",
    "# License\r\n\r\n# cap-operator: values\r\na: 1\r\n",
  );
});

test("what looks like the comment further down is left alone", () => {
  checkModeline(
    "a: 1\n# cap-operator: off\n",
    "values",
    "# cap-operator: values\na: 1\n# cap-operator: off\n",
  );
});

test("the server reads what was written", () => {
  for (const word of ["values", "operator", "off"] as const) {
    for (const text of ["", "%YAML 1.1\n---\n# cap-operator: nonsense\na: 1\n"]) {
      const document = TextDocument.create("file:///values.yaml", "yaml", 1, text);
      const written = TextDocument.applyEdits(document, [modelineEdit(text, word)]);
      assert.equal(findModeline(written)?.meaning, word);
    }
  }
});
