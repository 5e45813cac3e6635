import assert from "node:assert/strict";
import { test } from "node:test";
import { isChanged, linesBehind, type TextChange } from "../../../client/editor/typing/typing-rules.ts";

function change(start: number, end: number, text: string): TextChange {
  return { range: { start: { line: start }, end: { line: end } }, text };
}

test("a letter ends in its own line", () => {
  assert.deepEqual(linesBehind([change(4, 4, "x")]), [4]);
});

test("a line break with the indentation ends in the next line", () => {
  assert.deepEqual(linesBehind([change(4, 4, "\r\n  ")]), [5]);
});

test("several cursors end in the lines of the text afterwards, in whatever order they are reported", () => {
  assert.deepEqual(linesBehind([change(9, 9, "\n"), change(2, 3, ""), change(5, 5, "\n")]), [2, 5, 10]);
});

test("a line is changed when a change begins or ends in it, or spans it", () => {
  const changes = [change(2, 4, "")];
  assert.deepEqual(
    [1, 2, 3, 4, 5].map((line) => isChanged(line, changes)),
    [false, true, true, true, false],
  );
});
