import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { blocks, lines, type Markdown, md, table, verbatim } from "../../../client/texts/markdown.ts";
import { effort } from "../../support/effort.ts";

/** The Markdown reader that the editor's pages also use, with HTML enabled, and with links as VS Code makes them (`markdownEngine.ts`). */
const reader = new MarkdownIt({ html: true, linkify: true });
reader.linkify.set({ fuzzyLink: false });

/** The blocks of a page, and the text in them; fails if a text is anything but text. */
function read({ source }: Markdown): { readonly blocks: string; readonly texts: readonly string[] } {
  const tokens = reader.parse(source, {});
  const texts = tokens.flatMap(({ children, content }) => {
    if (children === null) {
      assert.equal(content, "", source);
      return [];
    }
    const odd = children.filter(({ type }) => type !== "text");
    assert.deepEqual(odd, [], `${JSON.stringify(source)} has ${odd.map(({ type }) => type).join()}`);
    return [children.map((child) => child.content).join("")];
  });
  return { blocks: tokens.map(({ type }) => type).join(" "), texts };
}

const MARKUP = [
  "# heading",
  "a\n# heading",
  "a\n\n---\n",
  "===",
  "[link](command:workbench.action.quit)",
  "![picture](https://attacker.invalid/x.png)",
  "<img src=x onerror=y>",
  "<script>",
  "[reference]\n\n[reference]: https://attacker.invalid",
  "| cell | cell |",
  "`code`",
  "```\nfence",
  "**bold** __bold__ ~~gone~~ *i* _i_",
  "- item",
  "+ item",
  "1. item",
  "12) item",
  "> quote",
  "&lt;b&gt; &#35; &nbsp;",
  "    indented",
  "\\# \\[",
  "$math$",
  "a  \nb",
  "<https://attacker.invalid>",
  "https://attacker.invalid/b",
  "//attacker.invalid/b",
  "https://attacker.invalid/a\\>",
  "HTTPS://attacker.invalid and ftp://attacker.invalid:",
  "www.attacker.invalid",
  "me@attacker.invalid mailto:me@attacker.invalid",
];
const hostile = fc.oneof(
  fc.constantFrom(...MARKUP),
  fc.tuple(fc.constantFrom(...MARKUP), fc.constantFrom(...MARKUP)).map((both) => both.join("\n")),
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: fc.constantFrom(..."#[]()!<>`*_~|&\\-+=1.: \nab") }),
  fc
    .array(fc.constantFrom("https:", "/", "//", ":", "www.", "@", "a.example", "\\", " "), { maxLength: 6 })
    .map((some) => some.join("")),
);
/** A text as a Markdown reader shows it: NUL as U+FFFD, white space as one space, and no space at the ends. */
const shown = (text: string) => text.replace(/\0/g, "\uFFFD").replace(/\s+/g, " ").trim();

describe("a text in a page is text", () => {
  const places: Readonly<Record<string, (text: string) => Markdown>> = {
    "in a heading": (text) => md`# About ${text}`,
    "as a block of its own": (text) => blocks(md`# Title`, md`${text}`, md`The end.`),
    "in a list": (text) => lines([md`- ${text}`, md`- two`]),
    "in a numbered list": (text) => lines([md`1. next: ${text}`, md`1. two`]),
    "in a quote": (text) => md`> ${text}`,
    "in a table": (text) =>
      table(
        ["Name", "What"],
        [
          [text, "x"],
          ["y", text],
        ],
      ),
  };
  for (const [where, page] of Object.entries(places)) {
    test(where, () => {
      const expected = read(page("harmless"));
      fc.assert(
        fc.property(hostile, (text) => {
          if (shown(text) === "") return;
          const found = read(page(text));
          assert.equal(found.blocks, expected.blocks);
          const texts = expected.texts.map((harmless) => harmless.replace("harmless", () => shown(text)));
          assert.deepEqual(found.texts.map(shown), texts.map(shown));
        }),
        effort(500),
      );
    });
  }
});

test("an empty cell has a dash, and Markdown stays Markdown", () => {
  assert.equal(table(["A"], [[" "]]).source, "| A |\n| --- |\n| - |");
  assert.equal(md`${md`**bold**`} ${"*not*"}`.source, "**bold** \\*not\\*");
});

test("a text as it is stays inside its fence, whatever fences are in it", () => {
  for (const text of ["a", "```\n# b\n```", "`````\n[c](https://example.org)\n"]) {
    const [token, ...more] = reader.parse(verbatim(text).source, {});
    assert.deepEqual([token?.type, token?.content, more], ["fence", `${text}\n`, []]);
  }
});

test("200,000 digits are escaped in one way", () => {
  const digits = "1".repeat(200_000);
  assert.deepEqual([md`${digits}`.source, md`${`${digits}. x`}`.source], [digits, `${digits}\\. x`]);
});
