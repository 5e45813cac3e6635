// The tests that accuracy.md names for its promises exist.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNamesTests, rowsOf } from "./named-tests.ts";

test("every promise names its tests, and they exist", () => {
  const rows = rowsOf("accuracy.md");
  assert.ok(rows.length > 50, String(rows.length));
  for (const row of rows) assertNamesTests(row);
});
