import assert from "node:assert/strict";
import { test } from "node:test";
import { Lines } from "../../../server/core/yaml/lines.ts";
import { parseYaml } from "../../../server/core/yaml/reader/parse.ts";
import { styleAt, styleOf } from "../../../server/core/yaml/style.ts";

const styleIn = (text: string) => styleOf(new Lines(parseYaml(text)));

const STYLES: [text: string, indent: number, listIndent: number, shown: boolean][] = [
  ["", 2, 2, false],
  ["a: 1\nb: 2\n", 2, 2, false],
  ["a:\n    b: 1\n", 4, 4, true],
  // Lists are indented like the first one below a key.
  ["a:\n    - b: 1\n", 4, 4, true],
  ["a:\n- b: 1\n", 2, 0, false],
  ["a:\n    b:\n    - 1\n", 4, 0, true],
  ["a:\n    b:\n      - 1\n", 4, 2, true],
  ["a:\n    b:\n\n      # why\n      - 1\n", 4, 2, true],
  // A list in a list, and text that only looks like a list, say nothing about that.
  ["a: |\n   - b\nc:\n  d: 1\n", 2, 2, true],
  ["- - a: 1\n", 2, 2, false],
];

for (const [text, indent, listIndent, shown] of STYLES) {
  test(`the style of ${JSON.stringify(text)}`, () => {
    const style = styleIn(text);
    assert.deepEqual([style.indent, style.listIndent, style.indentIsShown], [indent, listIndent, shown]);
  });
}

test("an editor's indentation is used where a text shows none, unless a line is already indented", () => {
  const indents = (text: string, column: number, path: string[]) => {
    const { indent, listIndent } = styleAt(styleIn(text), { column, path }, 4);
    return [indent, listIndent];
  };
  assert.deepEqual(indents("", 0, []), [4, 4]);
  assert.deepEqual(indents("a:\n   ", 3, ["a"]), [3, 3]);
  assert.deepEqual(indents("a:\n- b: 1\n", 0, []), [4, 0]);
  assert.deepEqual(indents("a:\n  b: 1\n", 0, []), [2, 2]);
});
