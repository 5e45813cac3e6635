import assert from "node:assert/strict";
import { test } from "node:test";
import { markdownToText } from "../../server/lsp/views/plain-text.ts";

const MARKDOWN: readonly (readonly [markdown: string, text: string])[] = [
  ["**Type** `int`", "Type int"],
  ["# Title\n\ntext", "Title\n\ntext"],
  ["__Note:__ text", "Note: text"],
  ["```yaml\na: 1\n```", "a: 1"],
  ["see [the docs](file:///docs/a.md#b)", "see the docs"],
  ["a\n\n---\n\nb", "a\n\nb"],
  ["escaped \\* \\_ \\<x\\>", "escaped * _ <x>"],
  ["2 * 3 and snake_case_name", "2 * 3 and snake_case_name"],
];

for (const [markdown, text] of MARKDOWN) {
  test(`${JSON.stringify(markdown)} reads ${JSON.stringify(text)}`, () => {
    assert.equal(markdownToText(markdown), text);
  });
}

test("200,000 signs that nothing ends stay, in one way", () => {
  for (const sign of ["**a ", "__a ", "[", "![a](", "***"]) {
    const text = `${sign.repeat(200_000)}x`;
    assert.equal(markdownToText(text), text);
  }
});
