import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { dump, load, YAML11_SCHEMA } from "js-yaml";
import { pathOf, valueAt, walk } from "../../../server/core/yaml/lookup.ts";
import { parseYaml } from "../../../server/core/yaml/reader/parse.ts";
import type { ValueNode } from "../../../server/core/yaml/tree.ts";
import { checkTree, plainValue } from "./check-tree.ts";

/** Each node of a text as `/path: source`, with ` key` or ` property` after the path of a key or a property. */
function slices(text: string): string[] {
  const file = parseYaml(text);
  assert.deepEqual(file.problems, []);
  checkTree(file);
  const found: string[] = [];
  for (const { root } of file.documents) {
    walk(root, (node) => {
      const key = node.parent?.type === "property" && node.parent.keyNode === node;
      const mark = key ? " key" : node.type === "property" ? " property" : "";
      found.push(`/${pathOf(node).join("/")}${mark}: ${text.slice(node.offset, node.offset + node.length)}`);
    });
  }
  return found;
}

const RANGES: Record<string, [text: string, expected: string[]]> = {
  "block mapping": [
    "a: 1 # one\nb:\n  c: two words \n",
    [
      "/: a: 1 # one\nb:\n  c: two words",
      "/a property: a: 1",
      "/a key: a",
      "/a: 1",
      "/b property: b:\n  c: two words",
      "/b key: b",
      "/b: c: two words",
      "/b/c property: c: two words",
      "/b/c key: c",
      "/b/c: two words",
    ],
  ],
  "quoted keys and values": [
    `"a b" : 'it''s'\n'c': "\\u0041 \\" x"`,
    [
      `/: "a b" : 'it''s'\n'c': "\\u0041 \\" x"`,
      `/a b property: "a b" : 'it''s'`,
      `/a b key: "a b"`,
      `/a b: 'it''s'`,
      `/c property: 'c': "\\u0041 \\" x"`,
      "/c key: 'c'",
      `/c: "\\u0041 \\" x"`,
    ],
  ],
  "explicit keys": [
    "? a\n: 1\n? b\n? c\n:\n",
    [
      "/: ? a\n: 1\n? b\n? c\n:",
      "/a property: a\n: 1",
      "/a key: a",
      "/a: 1",
      "/b property: b",
      "/b key: b",
      "/b: ",
      "/c property: c\n:",
      "/c key: c",
      "/c: ",
    ],
  ],
  "brackets over several lines": [
    "a: { b: [1, # ] one\n    2 ,\n  ], c,\n  'd' : }\ne: []",
    [
      "/: a: { b: [1, # ] one\n    2 ,\n  ], c,\n  'd' : }\ne: []",
      "/a property: a: { b: [1, # ] one\n    2 ,\n  ], c,\n  'd' : }",
      "/a key: a",
      "/a: { b: [1, # ] one\n    2 ,\n  ], c,\n  'd' : }",
      "/a/b property: b: [1, # ] one\n    2 ,\n  ]",
      "/a/b key: b",
      "/a/b: [1, # ] one\n    2 ,\n  ]",
      "/a/b/0: 1",
      "/a/b/1: 2",
      "/a/c property: c",
      "/a/c key: c",
      "/a/c: ",
      "/a/d property: 'd' :",
      "/a/d key: 'd'",
      "/a/d: ",
      "/e property: e: []",
      "/e key: e",
      "/e: []",
    ],
  ],
  "block scalars": [
    "# | no\na: | # > no\n  x\n\n  # y\n\nb: >-2\n    z\n\n\nc: |+\n\nd: 1",
    [
      "/: a: | # > no\n  x\n\n  # y\n\nb: >-2\n    z\n\n\nc: |+\n\nd: 1",
      "/a property: a: | # > no\n  x\n\n  # y",
      "/a key: a",
      "/a: | # > no\n  x\n\n  # y",
      "/b property: b: >-2\n    z",
      "/b key: b",
      "/b: >-2\n    z",
      "/c property: c: |+",
      "/c key: c",
      "/c: |+",
      "/d property: d: 1",
      "/d key: d",
      "/d: 1",
    ],
  ],
  sequences: [
    "- - 1\n  - 2\n-\n  a: 1\n- # none\n-   b:\n    c: 3",
    [
      "/: - - 1\n  - 2\n-\n  a: 1\n- # none\n-   b:\n    c: 3",
      "/0: - 1\n  - 2",
      "/0/0: 1",
      "/0/1: 2",
      "/1: a: 1",
      "/1/a property: a: 1",
      "/1/a key: a",
      "/1/a: 1",
      "/2: ",
      "/3: b:\n    c: 3",
      "/3/b property: b:",
      "/3/b key: b",
      "/3/b: ",
      "/3/c property: c: 3",
      "/3/c key: c",
      "/3/c: 3",
    ],
  ],
  "CRLF, BOM and surrogates": [
    "\uFEFF# x\r\na: '😀'\r\n😀: b\r\n",
    [
      "/: a: '😀'\r\n😀: b",
      "/a property: a: '😀'",
      "/a key: a",
      "/a: '😀'",
      "/😀 property: 😀: b",
      "/😀 key: 😀",
      "/😀: b",
    ],
  ],
  "anchors, aliases and tags": [
    "a: &x !!str 1\nb: *x\nc: !!map &y\n  d: 1\n<<: *y",
    [
      "/: a: &x !!str 1\nb: *x\nc: !!map &y\n  d: 1\n<<: *y",
      "/a property: a: &x !!str 1",
      "/a key: a",
      "/a: 1",
      "/b property: b: *x",
      "/b key: b",
      "/b: *x",
      "/c property: c: !!map &y\n  d: 1",
      "/c key: c",
      "/c: d: 1",
      "/c/d property: d: 1",
      "/c/d key: d",
      "/c/d: 1",
      "/<< property: <<: *y",
      "/<< key: <<",
      "/<<: *y",
    ],
  ],
  "scalars over several lines": [
    "a: one\n  two # x\nb: 'one\n\n  two'\nc: d",
    [
      "/: a: one\n  two # x\nb: 'one\n\n  two'\nc: d",
      "/a property: a: one\n  two",
      "/a key: a",
      "/a: one\n  two",
      "/b property: b: 'one\n\n  two'",
      "/b key: b",
      "/b: 'one\n\n  two'",
      "/c property: c: d",
      "/c key: c",
      "/c: d",
    ],
  ],
};

for (const [name, [text, expected]] of Object.entries(RANGES)) {
  test(`ranges of ${name}`, () => assert.deepEqual(slices(text), expected));
}

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
    { numRuns: 1500 },
  );
});

// What Helm 3 read from these texts, which have brackets and quotes whose lines begin further left than YAML 1.2 allows.
const LOW: readonly (readonly [text: string, value: unknown])[] = [
  ["a: {\n  b: 1\n}\nc: 2\n", { a: { b: 1 }, c: 2 }],
  ["a: [\n  1,\n  2\n]\n", { a: [1, 2] }],
  ["a: [\n1,\n2\n]\n", { a: [1, 2] }],
  ["a: {\nb: 1\n}\n", { a: { b: 1 } }],
  ["x:\n  a: [\n  1\n  ]\n", { x: { a: [1] } }],
  ["x:\n  a: [\n    1\n]\n", { x: { a: [1] } }],
  ['a: "x\ny"\nb: 1\n', { a: "x y", b: 1 }],
  ["a: 'x\ny'\n", { a: "x y" }],
  ["a: [\n  b, # c\n  # d ]\n  e\n]\n", { a: ["b", "e"] }],
  ["a: {\n  # c\n}\n", { a: {} }],
  ["a: [\n\tb\n]\n", { a: ["b"] }],
  ["a: {\n\tb: 1\n}\n", { a: { b: 1 } }],
  ["- {\n  a: 1\n}\n- [\n]\n", [{ a: 1 }, []]],
];

for (const [text, value] of LOW) {
  test(`Helm reads ${JSON.stringify(text)}, so it is not a mistake`, () => {
    for (const lineBreak of ["\n", "\r\n"]) {
      const file = parseYaml(text.replaceAll("\n", lineBreak));
      checkTree(file);
      assert.deepEqual(file.problems, []);
      assert.deepEqual(plainValue(file.documents[0]?.root), value);
    }
  });
}

test("a mistake elsewhere does not make low brackets one", () => {
  const file = parseYaml("a: {\n  b: 1\n}\nword\nc: [\n  2\n]\nd: {x: 1\ne: {\n  f: 3\n}\n");
  checkTree(file);
  assert.equal(file.problems.length, 2);
  assert.deepEqual(plainValue(file.documents[0]?.root), { a: { b: 1 }, c: [2], d: null, e: { f: 3 } });
});

test("a merge key takes mappings only, as with Helm", () => {
  assert.deepEqual(
    parseYaml("a:\n  <<: 1\n").problems.map((problem) => problem.message),
    ["A merge key (<<) takes a mapping or a list of mappings. Helm refuses anything else."],
  );
});

const DOCUMENTS: [text: string, documents: string[]][] = [
  ["a: 1\n---\nb: 2\n", ["a: 1\n", "---\nb: 2\n"]],
  ["---\na: 1\n---\n", ["---\na: 1\n", "---\n"]],
  ["# x\n---\na: 1\n", ["# x\n---\na: 1\n"]],
  ["\uFEFF---\na: 1\n", ["\uFEFF---\na: 1\n"]],
  [
    "%YAML 1.2\n---\na: 1\n...\n%YAML 1.2\n---\nb: 1",
    ["%YAML 1.2\n---\na: 1\n...\n", "%YAML 1.2\n---\nb: 1"],
  ],
  ["a: 1\n...\n", ["a: 1\n...\n"]],
  ["a: 1\n...\n# x\n", ["a: 1\n...\n# x\n"]],
  ["a: 1\n...\nb: 2", ["a: 1\n...\n", "b: 2"]],
  ["--- a\n--- b\n", ["--- a\n", "--- b\n"]],
  ["a: |\n  ---\n  x\nb: 1", ["a: |\n  ---\n  x\nb: 1"]],
  ["a: ---\n---x: 1\n", ["a: ---\n---x: 1\n"]],
  ["a: 1\r\n---\r\nb: 2\r\n", ["a: 1\r\n", "---\r\nb: 2\r\n"]],
  ["", [""]],
];

for (const [text, expected] of DOCUMENTS) {
  test(`documents of ${JSON.stringify(text)}`, () => {
    const file = parseYaml(text);
    checkTree(file);
    assert.deepEqual(file.problems, []);
    assert.deepEqual(
      file.documents.map(({ start, end }) => text.slice(start, end)),
      expected,
    );
  });
}

test("anchors hold in their own document only", () => {
  const text = "a: &x 1\nb: *x\n---\nc: *x\n";
  const file = parseYaml(text);
  checkTree(file);
  assert.deepEqual(
    file.problems.map(({ offset, length, message }) => [text.slice(offset, offset + length), message]),
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
    file.problems.map((problem) => problem.message),
    ['The anchor "x" contains itself. Helm refuses this.'],
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
