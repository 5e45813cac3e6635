import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { dump, load, YAML11_SCHEMA } from "js-yaml";
import { faultText } from "../../../server/core/fault-text.ts";
import { valueAt } from "../../../server/core/yaml/lookup.ts";
import { parseYaml } from "../../../server/core/yaml/reader/parse.ts";
import type { ValueNode } from "../../../server/core/yaml/tree.ts";
import { effort } from "../../support/effort.ts";
import { checkTree, plainValue } from "./check-tree.ts";

test("a lone pair in brackets ends with its value", () => {
  const list = valueAt(parseYaml("x: [a: 1, [b]: c, {d: e}: f , g]").documents[0]?.root, ["x"]);
  assert.ok(list?.type === "array");
  const texts = list.items.map((item) =>
    "x: [a: 1, [b]: c, {d: e}: f , g]".slice(item.offset, item.offset + item.length),
  );
  assert.deepEqual(texts, ["a: 1", "[b]: c", "{d: e}: f", "g"]);
});

test("a comment between a key and its block scalar is not part of the scalar", () => {
  const text = "a: # | > no\n  |\n  x\n";
  const node = valueAt(parseYaml(text).documents[0]?.root, ["a"]);
  assert.equal(node && text.slice(node.offset, node.offset + node.length), "|\n  x");
});

const TEXTS = [
  "",
  "# only a comment\n",
  "a",
  "'a'",
  "[]",
  "{}",
  "- a\n- - b\n  -\n- c: d\n  e:\n  - f",
  "a:\n- b\n-\n- c: d\nf: g",
  "a: |\n  x\n   y\n\n  z\nb: |2-\n   q\nc: >+\n  f\n  g\n\n   h\n\nd: e",
  "a: >\n\n\n  x\n\n  y\n",
  "a: {b: c, d: [e, f: g, {h: i}], 'j': \"k\", l}",
  "a: [\n  b,\n  c\n  ]\nd: {\n  }\n",
  '"a": "x\\ty\\\n  z"\n',
  "? a\n? b\n: c\n",
  "a: &x {b: c}\nd: *x\ne:\n  <<: *x\n  f: g\nh:\n  <<: [*x, {i: j}]\n  b: own\n",
  "a: &x [b]\nc: *x\n",
  "a: !!str 1\nb: !!int '2'\nc: ! 3\nd: !!map {}\ne: !!seq []\n",
  "a:\tb\nc: \td\t\n",
  "a: b\r\nc:\r\n  - d\r\n  - |\r\n    e\r\n",
  "\uFEFFa: b",
  "a: one\n two\n\n three\nb: c",
  "😀: '𝒳'\nä: ö",
  "--- a\n",
  "---\na: b\n...\n",
  "%YAML 1.2\n---\na: b\n",
  "a: 'x # y' # z\nb: x#y\nc: http://x:80/#y\nd: a:b\n",
  "a: -1\nb: -x\nc: ?x\nd: :x\n",
  "__proto__: x\nconstructor: y\n",
];

for (const text of TEXTS) {
  test(`the value of ${JSON.stringify(text)} is what js-yaml reads`, () => {
    const file = parseYaml(text);
    checkTree(file);
    assert.deepEqual(file.problems, []);
    const expected =
      text.trim().replace(/^#.*$/m, "") === "" ? undefined : load(text, { schema: YAML11_SCHEMA });
    assert.deepEqual(plainValue(file.documents[0]?.root), expected);
  });
}

const anyText = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.constantFrom(
    "yes",
    "1e3",
    "~",
    " x ",
    "a: b",
    "- a",
    "x\ny\n",
    "\n\n x\n",
    "#",
    "&a",
    "*a",
    "0x1F",
    "'",
    '"',
    "|",
    "{{ .x }}",
    "key",
  ),
);
const anyValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    anyText,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(anyText, tie("value"), { maxKeys: 4 }),
  ),
})).value;

test("what js-yaml writes of any value is read as that value", () => {
  const layouts = fc.record({
    indent: fc.integer({ min: 2, max: 5 }),
    seqNoIndent: fc.boolean(),
    flowLevel: fc.integer({ min: -1, max: 3 }),
    lineWidth: fc.constantFrom(-1, 20, 80),
  });
  const crlf = fc.boolean();
  fc.assert(
    fc.property(anyValue, layouts, crlf, (value, layout, withCarriageReturns) => {
      const dumped = dump(value, layout);
      // In lists, Helm and YAML 1.2 do not always count the indentation of a block scalar from the same column.
      fc.pre(!/[|>][-+]?\d/.test(dumped));
      const text = withCarriageReturns ? dumped.replaceAll("\n", "\r\n") : dumped;
      const file = parseYaml(text);
      checkTree(file);
      assert.deepEqual(file.problems, []);
      assert.equal(JSON.stringify(plainValue(file.documents[0]?.root)), JSON.stringify(value));
    }),
    effort(1500),
  );
});

test("a mistake elsewhere does not make low brackets one", () => {
  const file = parseYaml("a: {\n  b: 1\n}\nword\nc: [\n  2\n]\nd: {x: 1\ne: {\n  f: 3\n}\n");
  checkTree(file);
  assert.equal(file.problems.length, 2);
  assert.deepEqual(plainValue(file.documents[0]?.root), { a: { b: 1 }, c: [2], d: null, e: { f: 3 } });
});

test("a merge key takes mappings only, as with Helm", () => {
  assert.deepEqual(
    parseYaml("a:\n  <<: 1\n").problems.map(({ fault }) => faultText(fault)),
    ["A merge key (<<) takes a mapping or a list of mappings. Helm rejects anything else."],
  );
});

test("anchors hold in their own document only", () => {
  const text = "a: &x 1\nb: *x\n---\nc: *x\n";
  const file = parseYaml(text);
  checkTree(file);
  assert.deepEqual(
    file.problems.map(({ offset, length, fault }) => [text.slice(offset, offset + length), faultText(fault)]),
    [["*x", 'No anchor "&x" found above this alias.']],
  );
});

test("an alias has the value of its target, and a collection no children of its own", () => {
  const root = parseYaml("a: &x {b: 1}\nc: *x\nd: &y 2\ne: *y").documents[0]?.root;
  const alias = valueAt(root, ["c"]) as ValueNode;
  assert.equal(alias.alias, "x");
  assert.equal(alias.target, valueAt(root, ["a"]));
  assert.ok(alias.type === "object" && alias.properties.length === 0);
  assert.deepEqual(plainValue(valueAt(root, ["e"])), 2);
  assert.deepEqual(plainValue(valueAt(root, ["c", "b"])), 1);
});

test("an anchor that contains itself is a problem, not a loop", () => {
  const file = parseYaml("a: &x\n  b: *x\nc: 1\n");
  checkTree(file);
  assert.deepEqual(
    file.problems.map(({ fault }) => faultText(fault)),
    ['The anchor "x" contains itself. Helm rejects this.'],
  );
  assert.deepEqual(plainValue(file.documents[0]?.root), { a: { b: null }, c: 1 });
});

test("each missing key in brackets is a problem at its own colon", () => {
  const text = "k: {: 1, : 2}\n";
  assert.deepEqual(
    parseYaml(text).problems.map(({ offset }) => offset),
    [text.indexOf(": 1"), text.indexOf(": 2")],
  );
});

test("keys that are aliases have their target's text", () => {
  const root = parseYaml("a: &x 0x10\nb: &y text\n*x : 1\n*y : 2\n").documents[0]?.root;
  assert.deepEqual(plainValue(root), { a: 16, b: "text", "16": 1, text: 2 });
});
