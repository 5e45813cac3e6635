import assert from "node:assert/strict";
import { test } from "node:test";
import { effort } from "../core/support/damaged-files.ts";
import { attack } from "./hostile.ts";

test("calls that nobody should make are refused or answered with data: nothing gets out, nothing breaks", async () => {
  const { numRuns = 0, seed = 1 } = effort(400);
  const { kinds, escapes, crashes } = await attack(numRuns, seed);
  assert.deepEqual(escapes, []);
  assert.deepEqual(crashes, []);
  assert.ok(kinds.size >= 10);
});
