import assert from "node:assert/strict";
import { test } from "node:test";
import { ENTER_RULES, isLineBreak } from "../../client/enter-rules.ts";

/** Where the next line begins, as an editor that indents by four blanks takes the rules: the first one that fits counts. */
function nextLine(before: string): string {
  const own = /^ */.exec(before)?.[0] ?? "";
  const rule = ENTER_RULES.find((candidate) => candidate.before.test(before));
  return rule ? own + (rule.deeper ? "    " : "") + rule.append : own;
}

const LINES: [before: string, column: number][] = [
  // Behind the first key of an item: at the item's keys.
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
  // The editor's own rules for brackets go on from here.
  ["    - values: [", 4],
  ["    - value: {", 4],
  ["    values: {a: b,", 4],
];

for (const [before, column] of LINES) {
  test(`the line below ${JSON.stringify(before)} begins at column ${column}`, () => {
    assert.equal(nextLine(before), " ".repeat(column));
  });
}

test("a line break is what Enter writes, and nothing that is pasted or completed", () => {
  for (const text of ["\n", "\r\n", "\n    ", "\n\t"]) assert.ok(isLineBreak(text), JSON.stringify(text));
  for (const text of ["", "a", "\na", "a\n", "\n\n", "key:\n  "])
    assert.ok(!isLineBreak(text), JSON.stringify(text));
});
