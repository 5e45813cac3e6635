// The tests that walks.md names for what a person does exist.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNamesTests, rowsOf } from "./named-tests.ts";

test("each state of each walk names its tests, and they exist", () => {
  const rows = rowsOf("walks.md");
  assert.ok(rows.length > 40, String(rows.length));
  for (const row of rows) assertNamesTests(row);
});
