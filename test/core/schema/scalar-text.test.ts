import assert from "node:assert/strict";
import { test } from "node:test";
import { scalarText } from "../../../server/core/schema/scalar-text.ts";
import { resolveScalar } from "../../../server/core/yaml/reader/scalars.ts";

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
  ]) {
    const text = scalarText(word);
    const read = text.startsWith('"')
      ? { type: "string", value: JSON.parse(text) }
      : resolveScalar(text, "plain");
    assert.deepEqual(read, { type: "string", value: word });
  }
});
