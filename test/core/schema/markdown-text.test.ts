import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { code, literal, prose } from "../../../server/core/schema/markdown.ts";
import { markdownToText } from "../../../server/lsp/views/plain-text.ts";
import { effort } from "../../support/effort.ts";

const PROSE: [string, string][] = [
  ["the triple <key,value,effect>", "the triple \\<key,value,effect>"],
  ["use `<a> | *b*` here", "use `<a> | *b*` here"],
  ["will *not* be", "will \\*not\\* be"],
  ["two:\n* one\n* two", "two:\n* one\n* two"],
  ["| a | b |", "\\| a \\| b \\|"],
  ["# no heading", "\\# no heading"],
  ["CAP_SYS_ADMIN and _this_", "CAP_SYS_ADMIN and \\_this\\_"],
  ["see https://kubernetes.io/docs/a_b/#c", "see https://kubernetes.io/docs/a_b/#c"],
  ["see https://example.org/a_b/#c", "see https\\:\\//example.org/a_b/#c"],
  ["see https://kubernetes.io.example.org/a", "see https\\:\\//kubernetes.io.example.org/a"],
  ["a [link](x)", "a \\[link\\](x)"],
];

for (const [text, markdown] of PROSE) {
  test(`prose: ${JSON.stringify(text)}`, () => assert.equal(prose(text), markdown));
}

test("a literal text shows every character, on one line", () => {
  assert.equal(literal("a*b_[c](d)\n`e`"), "a\\*b\\_\\[c\\]\\(d\\) \\`e\\`");
});

/** With links as VS Code makes them, of addresses with a protocol and of mail addresses. */
const reader = new MarkdownIt({ html: true, linkify: true });
reader.linkify.set({ fuzzyLink: false });
const ADDRESS_PARTS = [
  "https:",
  "HTTP:",
  "ftp:",
  "mailto:",
  "/",
  "//",
  ":",
  "www.",
  "@",
  "evil.example",
  "\\",
  ">",
  " ",
];

test("nothing of a text that a chart has becomes a link, whatever addresses are in it", () => {
  const texts = fc.array(fc.constantFrom(...ADDRESS_PARTS), { maxLength: 8 }).map((parts) => parts.join(""));
  for (const write of [literal, prose]) {
    fc.assert(
      fc.property(texts, (text) => {
        // GitHub Flavored Markdown, "Autolinks (extension)", links these; markdown-it does not.
        assert.doesNotMatch(write(text), /(?:https?|ftp):\/\/|www\.|[^\\]@[\w.-]*\.[\w.-]/i);
        const inline = reader.parse(write(text), {}).flatMap(({ children }) => children ?? []);
        assert.ok(!inline.some(({ type }) => type === "link_open"), text);
        const shown = inline.map(({ content }) => content).join("");
        if (write === literal) assert.equal(shown.trim(), text.replace(/\s+/g, " ").trim());
      }),
      effort(500),
    );
    for (const address of [
      "https://evil.example/b",
      "a www.evil.example",
      "//evil.example",
      "me@evil.example",
    ])
      assert.ok(
        reader.renderInline(write(address)).includes(address) &&
          !reader.renderInline(write(address)).includes("<a"),
      );
  }
});

test("a client that shows plain text gets addresses as they are", () => {
  const text = "https://a.example, www.b.example, //c.example, me@d.example";
  assert.equal(markdownToText(literal(text)), text);
  assert.equal(markdownToText(prose(text)), text);
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
