import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { TextDocument } from "vscode-languageserver-textdocument";
import { lineEdits } from "../../../../server/core/yaml/edits/line-edits.ts";
import { effort } from "../../../support/effort.ts";

function edits(before: string, after: string) {
  const document = TextDocument.create("file:///x.yaml", "yaml", 1, before);
  const found = lineEdits(document, after);
  assert.equal(TextDocument.applyEdits(document, found), after);
  return found.map(({ range, newText }) => [
    `${range.start.line}:${range.start.character}-${range.end.line}:${range.end.character}`,
    newText,
  ]);
}

test("equal texts need no edit", () => {
  assert.deepEqual(edits("a\nb\n", "a\nb\n"), []);
  assert.deepEqual(edits("", ""), []);
});

test("only the part of a line that differs is touched", () => {
  assert.deepEqual(edits("a\nkey:   1 # c\nz\n", "a\nkey: 1 # c\nz\n"), [["1:5-1:7", ""]]);
  assert.deepEqual(edits("a\nb\nc\n", "a\n  b\nc\n"), [["1:0-1:0", "  "]]);
});

test("lines that are added or removed leave the others alone", () => {
  assert.deepEqual(edits("a\nb\n", "a\nx\nb\n"), [["1:0-1:0", "x\n"]]);
  assert.deepEqual(edits("a\n\n\n\nb\n", "a\n\nb\n").length, 1);
  assert.deepEqual(edits("\na\nb\nc\n", "\nx\nb\ny\n"), [
    ["1:0-1:1", "x"],
    ["3:0-3:1", "y"],
  ]);
  assert.deepEqual(edits("a", "a\n"), [["0:1-0:1", "\n"]]);
  assert.deepEqual(edits("list: [a, b]\nz\n", "list:\n  - a\n  - b\nz\n").length, 1);
});

test("line ends of two characters are never split", () => {
  assert.deepEqual(edits("a\r\nb\r\n", "a\nb\n"), [
    ["0:1-1:0", "\n"],
    ["1:1-2:0", "\n"],
  ]);
});

test("whatever the texts are, the edits turn one into the other", () => {
  const line = fc.constantFrom(
    "a: 1",
    "  a: 1",
    "b:",
    "",
    "  ",
    "- x",
    "# c",
    "\u{1F600}",
    "\u{1F601}",
    "\uD83D",
    "\r",
  );
  const text = fc
    .array(fc.tuple(line, fc.constantFrom("\n", "\r\n")), { maxLength: 12 })
    .map((lines) => lines.map(([content, end]) => content + end).join(""));
  fc.assert(
    fc.property(text, text, (before, after) => void edits(before, after)),
    effort(2000),
  );
});
