import assert from "node:assert/strict";
import { test } from "node:test";
import { frame } from "../../server/cli/output/frame.ts";
import { palette } from "../../server/cli/output/terminal-text.ts";

const none = palette(false);
const excerpt = { first: 3, lines: ["a:", "  b: 1", "  c: 2", "d: 3"] };

/** The numbers of the lines that are marked when a problem ends there. */
function marked(line: number, character: number): number[] {
  const range = { start: { line: 4, character: 2 }, end: { line, character } };
  return frame(range, excerpt, none, none.bold)
    .filter((text) => text.startsWith(" > "))
    .map((text) => Number.parseInt(text.slice(3), 10));
}

test("the lines of a problem are marked, with the last one only if it has a character of it", () => {
  assert.deepEqual(marked(4, 3), [5]);
  assert.deepEqual(marked(5, 0), [5]);
  assert.deepEqual(marked(5, 1), [5, 6]);
  assert.deepEqual(marked(6, 1), [5, 6, 7]);
});
