import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { TreeBuilder } from "../../../../server/core/yaml/reader/build-tree.ts";
import { eventsOf } from "../../../../server/core/yaml/reader/events.ts";
import { parseYaml } from "../../../../server/core/yaml/reader/parse.ts";
import { readPlainDocument } from "../../../../server/core/yaml/reader/plain-document.ts";
import type { ValueNode, YamlNode } from "../../../../server/core/yaml/tree.ts";
import { effort } from "../../../support/effort.ts";
import { FIXTURES } from "../fixtures.ts";

/*
 * Plain documents are read without the tokens of a text. Whatever it is, what is read must be what the events of the reader make of it:
 * the same nodes at the same places, and the same problems.
 */

const DEPTH = 100;

/** Reads a text both ways, and returns whether it was plain. */
function compare(text: string): boolean {
  // The reader gets one document at a time.
  if (parseYaml(text).documents.length > 1) return false;
  const plain = readPlainDocument(text, 0, text.length, DEPTH);
  if (!plain) return false;
  const events = eventsOf(text, DEPTH);
  if ("reason" in events) {
    // One entry is read as Helm reads it, and another only as newer YAML, so neither reads the whole document.
    assert.ok(plain.refusal, JSON.stringify(text));
    return false;
  }
  const builder = new TreeBuilder(text, 0);
  const root = builder.build(events.events);
  assert.deepEqual(described(plain.root), described(root), JSON.stringify(text));
  assert.deepEqual(plain.problems, builder.problems, JSON.stringify(text));
  checkParents(plain.root, undefined);
  return true;
}

function described(node: YamlNode | undefined): unknown {
  if (!node) return undefined;
  const place = [node.type, node.offset, node.length, node.tag];
  switch (node.type) {
    case "object":
      return [place, node.flow, node.properties.map(described)];
    case "property":
      return [place, node.colonOffset, described(node.keyNode), described(node.valueNode)];
    case "array":
      return [place, node.flow, node.items.map(described)];
    case "number":
      return [place, node.style, node.value, node.isInteger];
    default:
      return [place, node.style, node.value];
  }
}

function checkParents(node: ValueNode, parent: YamlNode | undefined): void {
  assert.equal(node.parent, parent);
  if (node.type === "array") for (const item of node.items) checkParents(item, node);
  if (node.type !== "object") return;
  for (const property of node.properties) {
    assert.equal(property.parent, node);
    checkParents(property.keyNode, property);
    checkParents(property.valueNode, property);
  }
}

const PLAIN = [
  "a: 1\nb: two words\nc:\n  d: [x, y]\n",
  "a:\n- b\n- c: d\n  e:\n  - f\ng: |\n  text\n\n  more\n\n# end\n",
  "---\n# first\na: 'b' # why\nc: \"d\"\ne:\n\nf: {}\n",
  "- - a\n  - b\n- c: []\n-\n- 0x10\n",
  "key: first line\n  second line\nnext: >-\n    folded\n  \nyes: no\n8080: ~\n",
  "k\u00f6nig: gr\u00fcn # \u{1F600}\nquoted: \"a\\tb\"\n'it''s': x\n",
  "a:\r\n  b: c\r\n  d:\r\n    - e\r\n",
  "- ? complex\n  : value\n- plain: 1\n",
  "last:",
  "tagged: !!str 12\nport: 1e400\n",
];

for (const text of PLAIN) {
  test(`plain: ${JSON.stringify(text)}`, () => assert.ok(compare(text)));
}

const WHOLE = {
  "an explicit key": "? a\n: b\nc: 1\n",
  "an anchor": "a: &x 1\nb: *x\n",
  "a tab that indents": "a:\n\tb: 1\n",
  "a key after a scalar": "a: b\n  c: d\n",
  "an item among keys": "a: 1\n- b\n",
  "a line between two columns": "a:\n    b: 1\n  c: 2\n",
  "a comment inside a scalar": "a: b\n  # c\n  d\n",
  "a quote that nothing closes": "a: 'b\nc: d\n",
  "a directive": "%YAML 1.1\n---\na: 1\n",
  "a document end marker": "a: 1\n...\n",
  "a lone scalar": "a\n",
  "content after the document marker": "--- a: 1\n",
  "a carriage return alone": "a: 1\rb: 2\n",
  nothing: "# only this\n",
};

for (const [name, text] of Object.entries(WHOLE)) {
  test(`read as a whole: ${name}`, () => {
    assert.equal(readPlainDocument(text, 0, text.length, DEPTH), undefined);
  });
}

test("a key has at most 1,024 characters, as in Helm's reader", () => {
  for (const before of ["", "a:\n  ", "a:\n- ", "b: 2\n"]) {
    const withKey = (length: number) => `${before}${"k".repeat(length)}: 1\n`;
    assert.ok(compare(withKey(1024)), before);
    // Helm 3 and 4: "mapping values are not allowed in this context"; after another key "could not find expected ':'".
    compare(withKey(1025));
    const [problem] = parseYaml(withKey(1025)).problems;
    assert.equal(problem?.fault.code, "long-key", before);
  }
});

test("only its own text decides how a document is read, so that each is looked through once", () => {
  for (const odd of ["# \u0001", "# \u0085", "# \ud800", "[a]: 1"]) {
    const first = "a: 1\n";
    const text = `${first}---\n${odd}\n`;
    assert.ok(readPlainDocument(text, 0, first.length, DEPTH), odd);
    assert.equal(readPlainDocument(text, first.length, text.length, DEPTH), undefined, odd);
    assert.equal(readPlainDocument(`${first}${odd}\n`, 0, text.length, DEPTH), undefined, odd);
  }
});

test("more nested collections than the limit allows are refused in single entries as well", () => {
  const deep = `a:\n  b:\n    c: ${"[".repeat(98)}${"]".repeat(98)}\n`;
  assert.ok(compare(deep.replace("[[[[", "").replace("]]]]", "")));
  assert.equal(readPlainDocument(deep, 0, deep.length, DEPTH), undefined);
});

for (const [name, text] of FIXTURES) {
  test(`${name}, cut at every offset and without each of its lines`, () => {
    for (let end = 0; end <= text.length; end += text.length > 2000 ? 5 : 1) compare(text.slice(0, end));
    const lines = text.split(/(?<=\n)/);
    for (const index of lines.keys()) compare(lines.toSpliced(index, 1).join(""));
  });
}

const WORDS = [
  "a",
  "key",
  "true",
  "no",
  "null",
  "~",
  "12",
  "0x1f",
  "1_000",
  "-3",
  "1.5",
  ".5",
  ".inf",
  "a b",
  "a#b",
  "a:b",
  "x-y",
  "http://h:80/p",
  "'q'",
  "'it''s'",
  '"d"',
  '"a\\n"',
  "[]",
  "{}",
  "[a, b]",
  "{a: b}",
  "{}x",
  "|",
  ">-",
  "|2",
  "!!str 1",
  "!x",
  "a # c",
  "#c",
  "- b",
  "-",
  "?",
  "? k",
  ":",
  "k: v",
  "<<",
  "&x",
  "*x",
  "%d",
  "@",
  "\u00e9",
  "\u{1F600}",
  "\u0085",
  "\t",
  "a\t",
  "---",
  "...",
  "",
  " ",
];
const line = fc
  .tuple(
    fc.constantFrom(0, 0, 1, 2, 2, 2, 3, 4, 4, 6),
    fc.constantFrom("", "", "", "- ", "- - ", "-   ", "# "),
    fc.constantFrom("", "", ...WORDS),
    fc.constantFrom("", ": ", ": ", ":", ":", " : ", ":  "),
    fc.constantFrom("", ...WORDS),
    fc.constantFrom("", "", "", " ", " # c", "#c", "\r"),
  )
  .map(
    ([indent, dash, key, colon, value, behind]) => " ".repeat(indent) + dash + key + colon + value + behind,
  );

test("random lines that could be YAML", () => {
  let plain = 0;
  const texts = fc.array(line, { minLength: 1, maxLength: 6 }).map((lines) => `${lines.join("\n")}\n`);
  const tries = effort(30_000);
  fc.assert(
    fc.property(texts, (text) => {
      if (compare(text)) plain++;
    }),
    tries,
  );
  assert.ok(plain > tries.numRuns / 30, `${plain} of them were plain`);
});

test("a text that begins with a digit is not taken for another one that was read with another depth", () => {
  const whole = eventsOf("1: a", 1);
  assert.notDeepEqual(eventsOf(": a", 11), whole);
});
