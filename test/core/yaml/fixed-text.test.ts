import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { TextDocument } from "vscode-languageserver-textdocument";
import { FixedText } from "../../../server/core/yaml/fixed-text.ts";
import { effort } from "../../support/effort.ts";

test("positions are those of the library that editors and servers use", () => {
  const texts = fc
    .array(fc.constantFrom("a", "key: ", "\n", "\r\n", "\r", "\u{1F600}", "\uFEFF"), { maxLength: 12 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(
      texts,
      fc.integer({ min: -2, max: 40 }),
      fc.integer({ min: -2, max: 14 }),
      (text, character, line) => {
        const fixed = new FixedText("file:///a.yaml", 1, text);
        const library = TextDocument.create("file:///a.yaml", "yaml", 1, text);
        const position = { line, character };
        assert.deepEqual(fixed.positionAt(character), library.positionAt(character));
        assert.equal(fixed.offsetAt(position), library.offsetAt(position));
        assert.equal(fixed.lineCount, library.lineCount);
        assert.deepEqual(fixed.getLineRange(line), library.getLineRange(line));
        assert.equal(fixed.getEOLCharacters(line), library.getEOLCharacters(line));
        const range = { start: library.positionAt(1), end: library.positionAt(5) };
        assert.equal(fixed.getText(range), library.getText(range));
      },
    ),
    effort(5000),
  );
});

test("a text of many short lines has them all", () => {
  const text = new FixedText("file:///a.yaml", 1, "\n".repeat(1000));
  assert.equal(text.lineCount, 1001);
  for (let line = 0; line <= 1000; line++) assert.deepEqual(text.positionAt(line), { line, character: 0 });
});
