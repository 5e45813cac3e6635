import assert from "node:assert/strict";
import { test } from "node:test";
import { code, literal, prose } from "../../../server/core/schema/markdown.ts";

const PROSE: [string, string][] = [
  ["the triple <key,value,effect>", "the triple \\<key,value,effect>"],
  ["use `<a> | *b*` here", "use `<a> | *b*` here"],
  ["will *not* be", "will \\*not\\* be"],
  ["two:\n* one\n* two", "two:\n* one\n* two"],
  ["| a | b |", "\\| a \\| b \\|"],
  ["# no heading", "\\# no heading"],
  ["CAP_SYS_ADMIN and _this_", "CAP_SYS_ADMIN and \\_this\\_"],
  ["see https://example.org/a_b/#c", "see https://example.org/a_b/#c"],
  ["a [link](x)", "a \\[link\\](x)"],
];

for (const [text, markdown] of PROSE) {
  test(`prose: ${JSON.stringify(text)}`, () => assert.equal(prose(text), markdown));
}

test("a literal text shows every character, on one line", () => {
  assert.equal(literal("a*b_[c](d)\n`e`"), "a\\*b\\_\\[c\\]\\(d\\) \\`e\\`");
});

test("code holds backticks", () => {
  assert.equal(code("a"), "`a`");
  assert.equal(code("a `b` c"), "`` a `b` c ``");
  assert.equal(code("a\nb"), "`a b`");
});

test("prose with 200,000 spaces is escaped in one way", () => {
  const spaces = " ".repeat(200_000);
  assert.equal(prose(`${spaces}*x`), `${spaces}\\*x`);
});
