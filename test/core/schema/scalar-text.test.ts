import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { scalarText } from "../../../server/core/schema/scalar-text.ts";
import { type HelmNode, toJson } from "../../../server/core/values/helm-tree.ts";
import { readValues } from "../../../server/core/values/helm-value.ts";
import { parseYaml } from "../../../server/core/yaml/reader/parse.ts";
import { resolveScalar } from "../../../server/core/yaml/reader/scalars.ts";
import { effort } from "../../support/effort.ts";

const TEXTS: [unknown, string][] = [
  ["", '""'],
  ["abc", "abc"],
  ["1", '"1"'],
  ["1.10", '"1.10"'],
  ["true", '"true"'],
  ["yes", '"yes"'],
  ["null", '"null"'],
  ["a: b", '"a: b"'],
  ["# a", '"# a"'],
  [1, "1"],
  [0.02, "0.02"],
  [false, "false"],
  [null, "null"],
  [[], "[]"],
  [{}, "{}"],
  [{ app: "x", on: "1" }, '{ app: x, "on": "1" }'],
];

for (const [value, text] of TEXTS) {
  test(`${JSON.stringify(value)} is written ${text}`, () => assert.equal(scalarText(value), text));
}

test("whatever Helm would read as something else is quoted", () => {
  for (const word of [
    "y",
    "N",
    "On",
    "off",
    "~",
    "0755",
    "0x1F",
    "0b11",
    "1_000",
    "1e3",
    ".5",
    ".inf",
    "0o7",
    "+1",
    "1:30",
    "0X1F",
    "0B11",
    "-0b1",
    "1_0.5",
  ]) {
    const text = scalarText(word);
    const read = text.startsWith('"')
      ? { type: "string", value: JSON.parse(text) }
      : resolveScalar(text, "plain");
    assert.deepEqual(read, { type: "string", value: word });
  }
});

const texts = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."0123456789xXbBoOeE+-._afAFyYnN~: #,[]{}\"'\n\té") }),
  fc.string({ unit: "binary" }).filter((text) => Buffer.from(text).toString() === text),
);

/** Helm's reading of a string that is written alone, in a list and as the value of a key. */
function readBack(value: string, key: string): unknown {
  const file = parseYaml(`a: ${scalarText(value)}\nb: ${scalarText([value, { [key]: value }])}\n`);
  const { values } = readValues(file, 3, () => ({ kind: "chart-default", chart: "" })) as {
    values: HelmNode;
  };
  return toJson(values);
}

test("whatever string is written, alone, in a list or as a key, Helm reads the same string", () => {
  fc.assert(
    fc.property(texts, texts, (value, key) => {
      assert.deepEqual(readBack(value, key), { a: value, b: [value, { [key]: value }] });
    }),
    effort(300),
  );
});

test("a string of any length is written: one without blanks needed more stack than there is", () => {
  for (const value of ["a.".repeat(1_000_000), `${"k".repeat(20_000)}\u0085\u0080\u2028\uFEFF\uFFFE: #\n`]) {
    // A difference would print millions of characters.
    assert.ok(isDeepStrictEqual(readBack(value, "key"), { a: value, b: [value, { key: value }] }));
  }
});
