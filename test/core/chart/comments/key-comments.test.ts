import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { KeyComment } from "../../../../server/core/chart/chart.ts";
import { keyComments } from "../../../../server/core/chart/comments/key-comments.ts";
import { pathOf } from "../../../../server/core/yaml/lookup.ts";
import { parseYaml } from "../../../../server/core/yaml/reader/parse.ts";
import { effort } from "../../support/damaged-files.ts";

/** What is said about the keys of a values file, by their paths. */
function comments(...lines: readonly string[]): Record<string, KeyComment> {
  return read(lines.join("\n"));
}

function read(text: string): Record<string, KeyComment> {
  const [document] = parseYaml(text).documents;
  const root = document?.root;
  assert.ok(root?.type === "object");
  const found = [...keyComments(text, root)];
  return Object.fromEntries(found.map(([property, comment]) => [pathOf(property).join("/"), comment]));
}

/** Expects nothing but texts. */
function texts(expected: Readonly<Record<string, string>>, ...lines: readonly string[]): void {
  const wanted = Object.entries(expected).map(([path, text]) => [path, { text }]);
  assert.deepEqual(comments(...lines), Object.fromEntries(wanted));
}

test("a key has the comment directly above it, at any level", () => {
  texts(
    {
      replicas: "How many.",
      image: "The image.",
      "image/tag": "Its tag.\nMore of it.",
      "hosts/0/name": "Inside.",
    },
    "# How many.",
    "replicas: 1",
    "# The image.",
    "image:",
    "  name: a",
    "  # Its tag.",
    "  # More of it.",
    "  tag: b",
    "hosts:",
    "  - port: 1",
    "    # Inside.",
    "    name: a",
  );
});

test("a blank line ends a comment, so the header of a file is nobody's", () => {
  texts({ a: "The key." }, "# Copyright somebody.", "# A licence.", "", "# The key.", "a: 1");
  texts({}, "# About the chart.", "", "a: 1");
  texts({}, "a: 1", "# The end.");
});

test("a comment keeps its paragraphs and examples, without rules drawn with signs and words for tools", () => {
  const lines = [
    "# yaml-language-server: $schema=values.schema.json",
    "##########",
    "## First.",
    "##",
    "#",
    "#",
    "# Second, for example:",
    "# key:",
    "#   - value",
    "# ----------",
    "a: 1",
  ];
  texts({ a: "First.\n\nSecond, for example:\nkey:\n  - value" }, ...lines);
  assert.equal(read(lines.join("\r\n")).a?.text, "First.\n\nSecond, for example:\nkey:\n  - value");
});

test("a comment has no indentation that all its lines have", () => {
  texts({ a: "One\n  Two\nThree" }, "#   One", "#     Two", "#   Three", "a: 1");
});

test("without a comment above, that on the line counts", () => {
  texts(
    { a: "one", b: "two", "b/c": "three", d: "four", e: "five", f: "above", g: "six" },
    "a: 1 # one",
    "b: # two",
    '  c: "#no" # three',
    "d: | # four",
    "  # text",
    "e: {x: 1} # five",
    "# above",
    "f: 1 # beside",
    "g: &x !!str 1 # six",
    "h: a#b",
  );
});

test("what is in a text of several lines is no comment", () => {
  texts({ b: "Yes." }, "a: |", "  # no", "# Yes.", "b: 1");
  texts({}, 'a: "one', "", '# no"', "b: 1");
  texts({}, "a: |", "  # b -- no", "  ## @param b no", "b: 1");
});

test("a comment belongs to the key at its column; what is indented more belongs to an empty key above", () => {
  texts({ c: "Of c." }, "a:", "  b: 1", "  # d: 2", "# Of c.", "c: 1");
  texts({ "a/b": "Of b." }, "a:", "# Of b.", "  b: 1");
  // As in the chart that `helm create` makes.
  texts(
    { resources: "limits:\n  cpu: 100m", next: "Of next." },
    "resources: {}",
    "  # limits:",
    "  #   cpu: 100m",
    "# Of next.",
    "next: 1",
  );
  texts({}, "- a: 1".replace("- ", "x:\n  # Of the item.\n  - "));
});

test("helm-docs: description, type, default, section", () => {
  assert.deepEqual(
    comments(
      "# Words before the description are not in the documentation.",
      "# -- (tpl/string) What it is for",
      "# and more.",
      "# @default -- the name of the chart",
      "# @section -- Basics",
      "a: ''",
    ),
    {
      a: {
        text: "What it is for\nand more.",
        type: "tpl/string",
        default: "the name of the chart",
        section: "Basics",
      },
    },
  );
});

test("helm-docs: only the last description counts, @raw is an order, and @notationType is a type where there is no other", () => {
  assert.deepEqual(
    comments("# -- First", "# -- Last", "# @raw", "# a", "#", "# b", "# @notationType -- tpl", "a: ''"),
    { a: { text: "Last\na\n\nb", type: "tpl" } },
  );
  assert.equal(comments("# -- (int) N", "# @notationType -- tpl", "a: 1").a?.type, "int");
});

test("a path does not lead through an alias to keys that have another path", () => {
  texts({ "a/k": "Above." }, "# b.k -- Named.", "", "a: &x", "  # Above.", "  k: 1", "b: *x");
});

test("an option of a program is no description", () => {
  texts(
    { args: "--verbose says more\nargs --quiet says less" },
    "# --verbose says more",
    "# args --quiet says less",
    "args: []",
  );
});

test("helm-docs: a key can be left out", () => {
  assert.deepEqual(comments("# @ignored", "a: 1", "# -- Text", "# @ignore", "b: 2"), {
    a: { text: "", ignored: true },
    b: { text: "Text", ignored: true },
  });
});

test("helm-docs: a comment can name its key from anywhere", () => {
  assert.deepEqual(
    comments(
      "# image.tag -- (string) The tag",
      "# goes on",
      "# @default -- latest",
      '# labels."app.io/name" -- A name',
      "# hosts[1].name -- The second",
      "",
      "# There is -- nothing to see here",
      "image:",
      "  tag: ''",
      "labels:",
      "  app.io/name: a",
      "hosts:",
      "  - name: a",
      "  - name: b",
    ),
    {
      "image/tag": { text: "The tag\ngoes on", type: "string", default: "latest" },
      "labels/app.io/name": { text: "A name" },
      "hosts/1/name": { text: "The second" },
      image: { text: "There is -- nothing to see here" },
    },
  );
});

test("helm-schema: JSON Schema between two lines", () => {
  assert.deepEqual(
    comments(
      "# @schema.root",
      "# title: All",
      "# @schema.root",
      "# @schema",
      "# type: [object, null]",
      "# required: true",
      "# properties:",
      "#   port:",
      "#     type: integer",
      "#     required: true",
      "#     not: {type: null, minimum: 2}",
      "# additionalProperties: false",
      "# @schema",
      "# -- Where it listens",
      "service: {}",
    ),
    {
      service: {
        text: "Where it listens",
        schema: {
          type: ["object", "null"],
          properties: { port: { type: "integer", not: { minimum: 2 } } },
          additionalProperties: false,
          required: ["port"],
        },
      },
    },
  );
});

test("helm-schema: several blocks are one, and data in a schema stays as it is", () => {
  assert.deepEqual(
    comments(
      "# @schema",
      "# type: object",
      "# @schema",
      "# Words",
      "# @schema",
      "# const-from-value: true",
      "# x-custom: 1",
      "# default: {required: true}",
      "# @schema",
      "a: {}",
    ).a,
    { text: "Words", schema: { type: "object", "x-custom": 1, default: { required: true } } },
  );
});

test("a schema that cannot be read is none", () => {
  for (const lines of [["{"], ["a: b: c"], ["- 1"], ["text"], ["*x"], ["a: &x 1", "b: *y"]]) {
    const block = ["@schema", ...lines, "@schema", "Words"].map((line) => `# ${line}`);
    assert.deepEqual(comments(...block, "a: 1").a, { text: "Words" }, lines.join());
  }
  assert.deepEqual(comments("# @schema", "# Words", "a: 1").a, { text: "Words" });
});

test("helm-values-schema-json: annotations above the key and on its line", () => {
  const schemaOf = (annotation: string): unknown => comments(`a: 1 # @schema ${annotation}`).a?.schema;
  assert.deepEqual(
    schemaOf("type:[string, null]; minLength:1; pattern:^[a-z]:b$; required; title: A title"),
    {
      type: ["string", "null"],
      minLength: 1,
      pattern: "^[a-z]:b$",
      title: "A title",
    },
  );
  assert.deepEqual(schemaOf('enum:[a, "b", 3, null]; deprecated; readOnly:false'), {
    enum: ["a", "b", 3, null],
    deprecated: true,
    readOnly: false,
  });
  assert.deepEqual(schemaOf("type: string, integer;nullable"), { type: ["string", "integer", "null"] });
  assert.deepEqual(
    schemaOf("item:object; itemProperties: {b: {type: string}}; itemRequired:[b]; minItems:1"),
    {
      minItems: 1,
      items: { type: "object", properties: { b: { type: "string" } }, required: ["b"] },
    },
  );
  assert.deepEqual(schemaOf("additionalProperties"), { additionalProperties: true });
  assert.deepEqual(schemaOf("additionalProperties: false; maximum: 1.5; minimum:-2"), {
    additionalProperties: false,
    maximum: 1.5,
    minimum: -2,
  });
  for (const nothing of [
    "hidden; type:string",
    "skipProperties",
    "minimum:many",
    "const:{",
    "unknown:1",
    "required",
  ]) {
    assert.equal(schemaOf(nothing), undefined, nothing);
  }
  assert.deepEqual(
    comments(
      "# @schema type:integer; minimum:1",
      "# @schema maximum:9",
      "# -- How many",
      "a: 1 # @schema minimum:2",
    ),
    { a: { text: "How many", schema: { type: "integer", minimum: 2, maximum: 9 } } },
  );
});

test("Bitnami: parameters name their keys, under the last heading", () => {
  assert.deepEqual(
    comments(
      "## @section Common parameters",
      "## @descriptionStart",
      "## About all of them.",
      "## @descriptionEnd",
      "",
      "## The image",
      "## @param image.tag [string, default: latest] The tag",
      "## @param image.missing Not there",
      "## @extra image The image as a whole",
      "## @skip internal Not for you",
      "image:",
      "  tag: a",
      "  ## @param image.pull.policy When",
      "  ## ref: https://example.com",
      "  pull:",
      "    policy: Always",
      "internal: {}",
    ),
    {
      "image/tag": { text: "The tag", type: "string", default: "latest", section: "Common parameters" },
      image: { text: "The image as a whole\n\nThe image", section: "Common parameters" },
      internal: { text: "Not for you", ignored: true },
      "image/pull/policy": { text: "When", section: "Common parameters" },
      "image/pull": { text: "ref: https://example.com" },
    },
  );
});

test("keys with the names of JavaScript's own properties are keys like others", () => {
  const text = [
    "# @schema",
    "# __proto__: {polluted: true}",
    "# properties: {__proto__: {type: string, required: true}, constructor: {type: integer}}",
    "# @schema",
    "# __proto__.toString -- Named",
    "a: 1",
    "# Above",
    "__proto__: {toString: 1}",
  ].join("\n");
  const [document] = parseYaml(text).documents;
  assert.ok(document?.root?.type === "object");
  const found = [...keyComments(text, document.root)].map(([{ key }, comment]) => [key, comment] as const);
  assert.deepEqual(
    new Map(found.map(([key, { text: words }]) => [key, words])),
    new Map([
      ["toString", "Named"],
      ["__proto__", "Above"],
      ["a", ""],
    ]),
  );
  const schema = found.find(([key]) => key === "a")?.[1].schema;
  assert.equal(
    JSON.stringify(schema),
    '{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"integer"}},"required":["__proto__"]}',
  );
  assert.equal("polluted" in {}, false);
});

/** Each would take minutes if any of the scans were not linear. */
const ATTACKS: Readonly<Record<string, string>> = {
  "one comment of a megabyte": `# ${"a ".repeat(500_000)}\na: 1`,
  "blanks for a megabyte": `# --${" ".repeat(1_000_000)}x\na: 1 ${" ".repeat(1_000_000)}x`,
  "hashes for a megabyte": `${"#".repeat(1_000_000)}\na: 1`,
  "many lines": `${"# a\n".repeat(300_000)}a: 1`,
  "many openings of schemas": `${"# @schema\n# @schema.root\n".repeat(50_000)}a: 1`,
  "many comments that begin schemas": "# @schema\n# a: [\n# @schema\n\n".repeat(20_000).concat("a: 1"),
  "many keys with broken schemas": Array.from(
    { length: 20_000 },
    (_, at) => `# @schema\n# a: [\n# @schema\nk${at}: 1`,
  ).join("\n"),
  "many annotations": `# @schema ${"type:[a;".repeat(20_000)}\na: 1`,
  quotes: `# @schema enum:${'"'.repeat(500_000)}x\na: 1`,
  dashes: `# ${"-".repeat(1_000_000)}x\n# ${" --".repeat(300_000)}\na: 1`,
  "section with blanks": `# @section${" ".repeat(1_000_000)}--\na: 1`,
  parentheses: `# -- ${"(".repeat(1_000_000)}\na: 1`,
  "many keys on a line": `a: {${"b: 1, ".repeat(100_000)}} # x`,
  "many items": `a:\n${"- 1\n".repeat(200_000)}`,
  "many keys with paths": Array.from({ length: 50_000 }, (_, at) => `# k${at} -- x\nk${at}: 1`).join("\n"),
  "long keys": `# ${"k".repeat(500_000)}.a -- x\n${"k".repeat(500_000)}:\n${"  a: 1\n  # x -- y\n".repeat(50_000)}`,
  "an alias of aliases": `# @schema\n${"abcdefghij".replace(/./g, (c, at: number) => `# ${c}: &${c} [${at ? `*${"abcdefghij"[at - 1]},`.repeat(9) : "x"}]\n`)}# @schema\na: 1`,
};

for (const [name, text] of Object.entries(ATTACKS)) {
  test(`an attack is read in time: ${name}`, () => {
    const [document] = parseYaml(text).documents;
    assert.ok(document?.root?.type === "object");
    const { size } = keyComments(text, document.root);
    assert.ok(size <= 50_001, String(size));
  });
}

test("whatever is in comments, reading them ends, and no text has blank lines too many", () => {
  const piece = fc.constantFrom(
    "#",
    "##",
    " ",
    "  ",
    "\n",
    "\r\n",
    "\t",
    "a",
    "b",
    ".",
    ":",
    ": 1",
    "-",
    "--",
    " -- ",
    "a: 1\n",
    "b: {}\n",
    "@schema",
    "@schema.root",
    "@schema type:string;",
    "@param a [x] y",
    "@section x",
    "@default -- x",
    "@ignored",
    "(int)",
    "|\n",
    "'",
    '"',
    "[",
    "]",
    "&x",
    "*x",
    "__proto__",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = `${pieces.join("")}\nlast: 1\n`;
      for (const { root } of parseYaml(text).documents) {
        if (root?.type !== "object") continue;
        for (const { text: words } of keyComments(text, root).values())
          assert.doesNotMatch(words, /^[ \t]*\n|\s$|\n\n\n/);
      }
    }),
    effort(500),
  );
});
