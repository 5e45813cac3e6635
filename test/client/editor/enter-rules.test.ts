import assert from "node:assert/strict";
import { test } from "node:test";
import { indentationBelow, typedIndentation } from "../../../client/editor/typing/typing-rules.ts";

const LINES: [before: string, column: number][] = [
  // After the first key of an item: at the item's keys.
  ["- key: dedicated", 2],
  ["    - key: dedicated", 6],
  ["    -  key: dedicated", 7],
  ["    -   key: dedicated", 8],
  ["    - key: ", 6],
  ["    - key: a # why", 6],
  ['    - "key": "a: b"', 6],
  ["    - kubernetes.io/zone: a", 6],
  ["    - emptyDir: {}", 6],
  ["    - values: [a, b]", 6],
  ["    - url: http://a.b:80/c", 6],
  // Below a key without a value: one level deeper.
  ["controller:", 4],
  ["    resources:", 8],
  ["    resources: # ours", 8],
  ["    resources: &ours", 8],
  ["    resources: !!map", 8],
  ["    resources: &ours !!map # why", 8],
  ["    note: |", 8],
  ["    note: >-2", 8],
  ["    - secret:", 10],
  ["    - note: |", 10],
  // Everything else stays where it is.
  ["replicas: 1", 0],
  ["    replicas: ", 4],
  ["    key: dedicated", 4],
  ["    - a", 4],
  ["    - ", 4],
  ["    -", 4],
  ["    - http://a.b", 4],
  ["    - {key: a}", 4],
  ['    - "a: b"', 4],
  ["    - # key: a", 4],
  ["    # - key: a", 4],
  ["    # key:", 4],
  ["    some words:", 4],
  ["", 0],
  // The editor's own rules for brackets continue from here.
  ["    - values: [", 4],
  ["    - value: {", 4],
  ["    values: {a: b,", 4],
];

for (const [before, column] of LINES) {
  test(`the line below ${JSON.stringify(before)} begins at column ${column}`, () => {
    assert.equal(indentationBelow(before, 4), " ".repeat(column));
  });
}

test("Enter writes a line break with indentation, unlike anything that is pasted or completed", () => {
  for (const [text, indentation] of [
    ["\n", ""],
    ["\r\n", ""],
    ["\n    ", "    "],
    ["\r\n\t", "\t"],
  ] as const) {
    assert.equal(typedIndentation(text), indentation, JSON.stringify(text));
  }
  for (const text of ["", "a", "\na", "a\n", "\n\n", "key:\n  "]) {
    assert.equal(typedIndentation(text), undefined, JSON.stringify(text));
  }
});
