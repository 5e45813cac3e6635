import assert from "node:assert/strict";
import { test } from "node:test";
import { cursorAt } from "../../../../server/core/yaml/cursor/cursor.ts";
import { Lines } from "../../../../server/core/yaml/lines.ts";
import { DEFAULT_LIMITS, parseYaml } from "../../../../server/core/yaml/reader/parse.ts";
import { workOf } from "../../../support/count-work.ts";

/*
 * Reading a text, and finding a place in it, costs at most as much more as the text is longer, whatever is in it. The sizes are
 * those from which on the effort for repairs grows no faster than the text.
 */

/** Texts that cost much, of about `n` times 100 characters. */
const SHAPES: Record<string, (n: number) => string> = {
  "empty documents": (n) => "---\n".repeat(n * 5),
  "documents with a key": (n) => "---\na: 1\n".repeat(n * 5),
  "documents that end": (n) => "a: 1\n...\n".repeat(n * 5),
  "documents with directives": (n) => "%x\n---\n".repeat(n * 5),
  "brackets that are not closed": (n) => "k: {a\n".repeat(n * 16),
  "brackets on one line": (n) => "k: {a ".repeat(n * 16),
  "headers of block texts": (n) => "k: |\n".repeat(n * 20),
  "one key": (n) => "key: 1\n".repeat(n * 15),
  "aliases of nothing": (n) => "k: *u\n".repeat(n * 16),
  "anchors and aliases": (n) => "a: &x 1\nb: *x\n".repeat(n * 7),
  tabs: (n) => "a:\n\tb: 1\n".repeat(n * 11),
  "lines that begin with @": (n) => "@ a b\n".repeat(n * 16),
  "two colons": (n) => "a: b: c\n".repeat(n * 12),
  words: (n) => "word\n".repeat(n * 20),
  quotes: (n) => "a: 'x\n".repeat(n * 16 + 1),
  "quotes on one line": (n) => "'a".repeat(n * 50),
  "open lists as keys": (n) => "? [\n".repeat(n * 25),
  "lists in brackets": (n) => `a: [\n${"  {b: 1},\n".repeat(n * 10)}`,
  "dashes on a line": (n) => `${"- ".repeat(20)}x\n`.repeat(n * 2),
  "colons before brackets": (n) => `a: [b\nx ${":{".repeat(n * 50)}`,
  "words on a line": (n) => `${"a ".repeat(n * 50)}: b: c`,
  "one line between two columns": (n) => "  a: b\n a\n".repeat(n * 10),
  "a text in a list": (n) => "a:\n- b\nc\n".repeat(n * 10),
  "headers with text": (n) => "a: |x\n".repeat(n * 16),
  comments: (n) => `a: 1\n${"# comment\n".repeat(n * 10)}b: [`,
  "blank lines": (n) => `a:\n${"\n".repeat(n * 100)}  b`,
  "one quote that is not closed": (n) => {
    const items = "  - b: 1\n    c: 2\n".repeat(n * 3);
    return `a:\n${items}  - b: "1\n${items}`;
  },
  "one error at the end": (n) => `a:\n${"  - b: 1\n    c: 2\n".repeat(n * 6)}x: [\n`,
  templates: (n) => "a: {{ .Values.x }}\n".repeat(n * 5),
};

/** The work of reading a text and finding the places at its beginning, its middle and its end. */
function work(text: string): Promise<number> {
  return workOf(() => {
    const file = parseYaml(text);
    const lines = new Lines(file);
    for (const offset of [0, text.length >> 1, text.length]) cursorAt(file, lines, offset);
  });
}

const TIMES = 4;

for (const [name, shape] of Object.entries(SHAPES)) {
  test(`${name}: reading grows no faster than the text`, async () => {
    const [short, long] = [await work(shape(20)), await work(shape(20 * TIMES))];
    const growth = long / short;
    assert.ok(growth < TIMES * 1.3, `${TIMES} times the text took ${growth.toFixed(1)} times the work`);
  });
}

test("the place at the end of many levels is found in one way up", async () => {
  const cost = (count: number) => {
    const text = Array.from({ length: count }, (_, level) => `${" ".repeat(level)}a:`).join("\n");
    const file = parseYaml(text);
    return workOf(() => cursorAt(file, new Lines(file), text.length));
  };
  // The text of twice as many levels is four times as long.
  const [short, long] = [await cost(200), await cost(400)];
  assert.ok(long / short < 4 * 1.3, `${(long / short).toFixed(1)} times the work`);
});

test("a file of too many documents is refused before any of them is read", () => {
  const most = DEFAULT_LIMITS.documents;
  assert.equal(parseYaml("---\na: 1\n".repeat(most)).documents.length, most);
  const { refused, documents } = parseYaml("---\na: 1\n".repeat(most + 1));
  assert.deepEqual([refused, documents.length], [{ code: "too-many-documents", most }, 1]);
});

test("where the effort for repairs ends, this is said once", () => {
  const file = parseYaml("k: {a\n".repeat(5_000));
  const notices = file.problems.filter(({ fault }) => fault.code === "too-many-errors");
  assert.equal(notices.length, 1);
  assert.equal(file.problems.at(-1), notices[0]);
});
