import assert from "node:assert/strict";
import { test } from "node:test";
import { faultText } from "../../../../server/core/fault-text.ts";
import { cursorAt } from "../../../../server/core/yaml/cursor/cursor.ts";
import { Lines } from "../../../../server/core/yaml/lines.ts";
import { findProperty, pathOf, resolveAlias, valueAt, walk } from "../../../../server/core/yaml/lookup.ts";
import { DEFAULT_LIMITS, parseYaml } from "../../../../server/core/yaml/reader/parse.ts";
import { effort } from "../../../support/effort.ts";
import { checkTree } from "../check-tree.ts";

/** Reads a hostile text, and returns the message about it. */
function read(text: string): { refused: string | undefined; problems: string[] } {
  const file = parseYaml(text);
  checkTree(file);
  const lines = new Lines(file);
  for (const offset of [0, text.length >> 1, text.length]) cursorAt(file, lines, offset);
  return {
    refused: file.refused && faultText(file.refused),
    problems: file.problems.map(({ fault }) => faultText(fault)),
  };
}

const TOO_DEEP = "Lists and mappings are nested too deeply here, so the file is not analyzed.";

const TOO_DEEP_FOR_HELM =
  "Lists and mappings are nested deeper than 10,000 levels, so Helm rejects the file.";

/** The message for half a surrogate pair, which stands for bytes that are not UTF-8. */
const NOT_TEXT = "This is not valid UTF-8, so Helm rejects the whole file. Save the file as UTF-8.";

const DEEP: Record<string, string> = {
  brackets: "[".repeat(10_000) + "]".repeat(10_000),
  braces: "{a: ".repeat(10_000) + "}".repeat(10_000),
  "brackets that are not closed": `a: ${"[".repeat(10_000)}`,
  dashes: `${"- ".repeat(10_000)}x`,
  indentation: Array.from({ length: 2000 }, (_, level) => `${" ".repeat(level)}a:`).join("\n"),
};

for (const [name, text] of Object.entries(DEEP)) {
  test(`thousands of levels of ${name} are refused with a sentence`, () => {
    // With the mapping around them, the brackets are one level more than Helm reads.
    const refused = name === "brackets that are not closed" ? TOO_DEEP_FOR_HELM : TOO_DEEP;
    assert.deepEqual(read(text), { refused, problems: [] });
  });
}

test("many levels, each with a broken line, are refused or reported", () => {
  for (const levels of [50, 99, 150, effort(2000).numRuns]) {
    const text = Array.from(
      { length: levels },
      (_, level) => `${" ".repeat(level)}x @\n${" ".repeat(level)}a:`,
    ).join("\n");
    const { refused, problems } = read(text);
    assert.ok(refused === TOO_DEEP || problems.length > 0);
  }
});

test("a file over the limit is refused before it is read", () => {
  const text = "a: b\n".repeat(10_500_000);
  assert.ok(text.length > 50 * 1024 * 1024);
  const file = parseYaml(text);
  assert.equal(
    file.refused && faultText(file.refused),
    "This file is larger than 8 MB (setting maxFileSize), so it is not analyzed.",
  );
  assert.equal(file.documents[0]?.root, undefined);
});

test("the limit is the configured one", () => {
  const limits = { ...DEFAULT_LIMITS, size: 100 };
  const { refused } = parseYaml("a".repeat(101), limits);
  assert.equal(
    refused && faultText(refused),
    "This file is larger than 0.00 MB (setting maxFileSize), so it is not analyzed.",
  );
  assert.equal(parseYaml("a".repeat(100), limits).refused, undefined);
});

test("binary junk is refused with a sentence", () => {
  const junk = String.fromCharCode(...Array.from({ length: 4000 }, (_, index) => (index * 7919) % 256));
  assert.deepEqual(read(junk), { refused: "This is not a text file, so Helm cannot read it.", problems: [] });
  assert.equal(read("\0".repeat(1000)).refused, "This is not a text file, so Helm cannot read it.");
});

test("a text in UTF-16 that was read as UTF-8 is rejected", () => {
  const text = [..."controller:\n  replicas: 1\n"].map((char) => `${char}\0`).join("");
  assert.equal(read(text).refused, "This is not a text file, so Helm cannot read it.");
});

test("single characters that YAML forbids are reported, and the rest is read", () => {
  const text = "a: x\0\nb: \u0007y\nc: \uD800\nd: \uDC00 \uFFFE\ne: 😀\n";
  assert.deepEqual(read(text), {
    refused: undefined,
    problems: ["0000", "0007", NOT_TEXT, NOT_TEXT, "FFFE"].map((code) =>
      code === NOT_TEXT ? code : `The character U+${code} is not allowed in YAML. Remove it.`,
    ),
  });
  assert.ok(valueAt(parseYaml(text).documents[0]?.root, ["e"]));
});

test("aliases that multiply are not expanded", () => {
  const levels = Array.from({ length: 30 }, (_, level) =>
    level === 0
      ? "a0: &a0 [x, x, x, x, x, x, x, x, x]"
      : `a${level}: &a${level} [${Array(9)
          .fill(`*a${level - 1}`)
          .join(", ")}]`,
  );
  const text = `${levels.join("\n")}\n`;
  assert.deepEqual(read(text), { refused: undefined, problems: [] });
  let nodes = 0;
  const { root } = parseYaml(text).documents[0] ?? {};
  walk(root, (node) => {
    nodes++;
    pathOf(node);
    if (node.type !== "property") resolveAlias(node);
  });
  assert.ok(nodes < 1000);
  assert.equal(findProperty(root, "a29")?.valueNode.type, "array");
});

test("a chain of merge keys is followed to the first mapping, however long it is", () => {
  const levels = Array.from({ length: 60 }, (_, level) =>
    level === 0 ? "m0: &m0 {x: 1}" : `m${level}: &m${level}\n  <<: *m${level - 1}`,
  );
  const { root } = parseYaml(levels.join("\n")).documents[0] ?? {};
  assert.ok(valueAt(root, ["m3", "x"]));
  assert.equal(valueAt(root, ["m59", "x"]), valueAt(root, ["m0", "x"]));
  assert.equal(valueAt(root, ["m59", "nothing"]), undefined);
});

test("many anchors and tags one after another cost no more than their text", () => {
  const nested = Array.from(
    { length: 60 },
    (_, level) => `${"  ".repeat(level)}a: &x${level} !!map\n${"  ".repeat(level)}  &k${level} b: 1`,
  ).join("\n");
  read(nested);
  read(`a: ${"&x ".repeat(1000)}b`);
  read(`a: ${"!!str ".repeat(1000)}b`);
});

test("problems are reported up to the limit", () => {
  assert.equal(read("a: *x\n".repeat(10_000)).problems.length, DEFAULT_LIMITS.problems);
  assert.equal(read("a: [\n".repeat(3000)).problems.length, DEFAULT_LIMITS.problems);
});

test("one line of megabytes is read", () => {
  read(`a: ${"x".repeat(4_000_000)}`);
  read(`a: "${"x\\n".repeat(1_000_000)}"`);
  read(`a: [${"1, ".repeat(300_000)}]`);
  read(`a: "${"x".repeat(2_000_000)}`);
  read(`${" ".repeat(2_000_000)}a`);
  read(`${"#".repeat(2_000_000)}`);
  read(`${"a ".repeat(500_000)}: b: c`);
  read(`${'"'.repeat(200_000)}`);
  read(`${"'a".repeat(200_000)}`);
});
