// The tests that findings.md names for what was found exist, and what is open says so.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNamesTests, rowsOf } from "./named-tests.ts";

test("every finding is open, or names its tests, which exist", () => {
  const rows = rowsOf("findings.md");
  assert.ok(rows.length > 250, String(rows.length));
  for (const row of rows.filter((row) => !row.endsWith(" | open |")))
    assert.ok(
      assertNamesTests(row).every((title) => title !== undefined),
      row,
    );
});
