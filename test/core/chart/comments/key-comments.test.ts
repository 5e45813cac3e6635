import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { KeyComment } from "../../../../server/core/chart/chart.ts";
import { keyComments } from "../../../../server/core/chart/comments/key-comments.ts";
import { pathOf } from "../../../../server/core/yaml/lookup.ts";
import { parseYaml } from "../../../../server/core/yaml/reader/parse.ts";
import { effort } from "../../../support/effort.ts";

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

test("helm-docs: description, type and default", () => {
  assert.deepEqual(
    comments(
      "# Words before the description are not in the documentation.",
      "# -- (tpl/string) What it is for",
      "# and more.",
      "# @default -- the name of the chart",
      "# @section -- Basics",
      "a: ''",
    ),
    { a: { text: "What it is for\nand more.", type: "tpl/string", default: "the name of the chart" } },
  );
});

test("helm-docs: only the last description counts", () => {
  texts({ a: "Last\na\n\nb" }, "# -- First", "# -- Last", "# @raw", "# a", "#", "# b", "a: ''");
});

test("annotations of other generators are no text", () => {
  texts(
    { a: "Words" },
    "# @schema type:string; minLength:1",
    "# Words",
    "## @param a [string] Other",
    "a: ''",
  );
  texts({}, "# @ignored", "a: 1 # @schema minimum:2");
});

test("an option of a program is no description", () => {
  texts(
    { args: "--verbose says more\nargs --quiet says less" },
    "# --verbose says more",
    "# args --quiet says less",
    "args: []",
  );
});

test("keys with the names of JavaScript's own properties are keys like others", () => {
  const text = "# Above\n__proto__:\n  # Inside\n  toString: 1";
  const [document] = parseYaml(text).documents;
  assert.ok(document?.root?.type === "object");
  const found = [...keyComments(text, document.root)].map(([{ key }, comment]) => [key, comment.text]);
  assert.deepEqual(found, [
    ["__proto__", "Above"],
    ["toString", "Inside"],
  ]);
});

/** Each would take minutes if any of the scans were not linear. */
const ATTACKS: Readonly<Record<string, string>> = {
  "one comment of a megabyte": `# ${"a ".repeat(500_000)}\na: 1`,
  "blanks for a megabyte": `# --${" ".repeat(1_000_000)}x\na: 1 ${" ".repeat(1_000_000)}x`,
  "hashes for a megabyte": `${"#".repeat(1_000_000)}\na: 1`,
  "many lines": `${"# a\n".repeat(300_000)}a: 1`,
  dashes: `# ${"-".repeat(1_000_000)}x\n# ${" --".repeat(300_000)}\na: 1`,
  parentheses: `# -- ${"(".repeat(1_000_000)}\na: 1`,
  "many keys on a line": `a: {${"b: 1, ".repeat(100_000)}} # x`,
  "many items": `a:\n${"- 1\n".repeat(200_000)}`,
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
    "@default -- x",
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
