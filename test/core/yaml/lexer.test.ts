import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { closingQuote, flowEnd, signs } from "../../../server/core/yaml/lexer.ts";
import { walk } from "../../../server/core/yaml/lookup.ts";
import { parseYaml } from "../../../server/core/yaml/reader/parse.ts";
import { effort } from "../../support/effort.ts";
import { FIXTURES } from "./fixtures.ts";

/** The signs of a text, each as its kind and its own text. */
function read(text: string, from = 0, inBrackets = false, canBegin = true): string {
  return [...signs(text, from, inBrackets, canBegin)]
    .map(({ kind, start, end }) => (kind === "line" ? "line" : `${kind} ${text.slice(start, end)}`))
    .join(", ");
}

const TEXTS: readonly [what: string, text: string, expected: string][] = [
  ["a quote in a plain scalar", "a: it's", "colon :"],
  ["a comment after a scalar", "a: b # c", "colon :, comment # c"],
  ["a hash in a word", "a: b#c", "colon :"],
  ["a comment right after a quote", "a: 'b'#c", "colon :, quoted 'b', comment #c"],
  ["two quotes are one character", "a: 'it''s' # b", "colon :, quoted 'it''s', comment # b"],
  ["a quote after a backslash", '"a\\"b": c', 'quoted "a\\"b", colon :'],
  ["brackets in a plain scalar", "a: b [c] {d}", "colon :"],
  ["brackets", "[a, {b: c}]", "open [, comma ,, open {, colon :, close }, close ]"],
  ["a colon right after a quoted key", '{"a":1}', 'open {, quoted "a", colon :, close }'],
  ["a colon in an address", "a: http://b:80/c", "colon :"],
  ["a quote after an anchor, a tag and a dash", "- &a !t 'b'", "quoted 'b'"],
  ["a quoted string over several lines", "a: 'b\n  c' # d", "colon :, quoted 'b\n  c', comment # d"],
  ["a quote that nothing closes before the next key", "a: 'b\nc: 'd'", "colon :, unclosed 'b\nc: 'd'"],
  ["a quote after a comma", 'a, "b # c"', 'quoted "b # c"'],
  ["a hash after a comma", "a: b,#c", "colon :"],
  ["a quote after a bracket", 'a: [b] "c', 'colon :, open [, close ], unclosed "c'],
  ["a bracket right after the key of a line", "a:[b", "colon :, open ["],
  ["a quote right after the key of a line", "- 'a':'b", "quoted 'a', colon :, unclosed 'b"],
  [
    "a line that looks like a key inside a quoted scalar",
    'a:\n  - "b\n    c: d"\n',
    'colon :, line, quoted "b\n    c: d", line',
  ],
  [
    "the next key of an item after an open quote",
    'a:\n  - b: "c\n    d: e"\n',
    'colon :, line, colon :, unclosed "c\n    d: e"\n',
  ],
];

for (const [what, text, expected] of TEXTS) test(what, () => assert.equal(read(text), expected));

test("a walk that begins in brackets, after a word", () => {
  assert.equal(
    read("{a: b, 'c': [d]} e", 2, true, false),
    "colon :, comma ,, quoted 'c', colon :, open [, close ], close }",
  );
  assert.equal(read("a'b'", 1, true, false), "");
});

test("a walk that begins in brackets, where a value can begin", () => {
  assert.equal(read("['a #b']", 1, true), "quoted 'a #b', close ]");
});

test("a closing quote is looked for on the same line, and beyond it only if asked", () => {
  assert.equal(closingQuote("'a\n b'", 0), undefined);
  assert.equal(closingQuote("'a\n b'", 0, true), 5);
  assert.equal(closingQuote("'a\nb: 'c'", 0, true), undefined);
});

/** The quoted texts and the brackets in the tree; `undefined` for a broken text or one with block scalars, which are not compared. */
function inTree(text: string): { quoted: string[]; opened: number[] } | undefined {
  const { documents, problems, refused } = parseYaml(text);
  if (refused || problems.length > 0 || documents.some(({ refusal }) => refusal)) return undefined;
  const found = { quoted: [] as string[], opened: [] as number[] };
  let isWalkable = true;
  for (const { root } of documents) {
    walk(root, (node) => {
      const style = "style" in node && node.alias === undefined ? node.style : undefined;
      if (style === "literal" || style === "folded") isWalkable = false;
      if (style === "single" || style === "double")
        found.quoted.push(text.slice(node.offset, node.offset + node.length));
      if ("flow" in node && node.flow && /[[{]/.test(text.charAt(node.offset)))
        found.opened.push(node.offset);
    });
  }
  return isWalkable ? found : undefined;
}

function compare(text: string): boolean {
  const expected = inTree(text);
  if (!expected) return false;
  const found = [...signs(text)];
  const quoted = found
    .filter(({ kind }) => kind === "quoted")
    .map(({ start, end }) => text.slice(start, end));
  const opened = found.filter(({ kind }) => kind === "open").map(({ start }) => start);
  assert.deepEqual({ quoted, opened }, expected, JSON.stringify(text));
  assert.equal(found.filter(({ kind }) => kind === "close").length, opened.length, JSON.stringify(text));
  return true;
}

test("quotes and brackets are those that the reader finds, in the fixtures and each of their lines", () => {
  const texts = FIXTURES.flatMap(([, text]) => [text, ...text.split(/\r?\n/).map((line) => line.trim())]);
  const withSigns = texts.filter((text) => /["'[{]/.test(text) && compare(text));
  assert.ok(withSigns.length > 20, `only ${withSigns.length} texts could be compared`);
});

const SCALARS = [
  "a",
  "it's",
  'b "c"',
  "'d, e'",
  '"f # g"',
  "'h: i'",
  '"j\\"k"',
  "'l''m'",
  "n#o",
  "n,#o",
  "p:q",
  "&x r",
  "!t 's'",
  "[]",
  "{}",
];
const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom(...SCALARS),
    fc.array(tie("value"), { maxLength: 3 }).map((items) => `[${items.join(", ")}]`),
    fc
      .array(tie("value"), { maxLength: 3 })
      .map((items) => `{${items.map((item, index) => `k${index}: ${item}`).join(", ")}}`),
    fc
      .array(tie("value"), { maxLength: 3 })
      .map((items) => `{${items.map((item, index) => `"k${index}":${item}`).join(" ,")} }`),
  ),
}));
const entry = fc
  .tuple(fc.oneof(value, fc.constant("'u\n    v: w'")), fc.constantFrom("", " # end 'x", " # [", "\n  # {"))
  .map(([value, behind]) => `${value}${behind}`);
const texts = fc
  .array(entry, { minLength: 1, maxLength: 5 })
  .map((list) => list.map((value, index) => `key${index}: ${value}\n`).join(""));

test("quotes and brackets are those that the reader finds, in random texts", () => {
  let compared = 0;
  const tries = effort(2000);
  fc.assert(
    fc.property(texts, (text) => {
      if (compare(text)) compared++;
    }),
    tries,
  );
  assert.ok(compared > tries.numRuns / 4, `only ${compared} texts could be compared`);
});

test("the bracket that closes a collection is not one in a comment", () => {
  const text = "[a # ]\n, ] # b";
  assert.equal(text.slice(0, flowEnd(text, 2)), "[a # ]\n, ]");
});
