import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { getHeapStatistics } from "node:v8";
import { IdleCollection } from "../../server/lsp/idle-collection.ts";

/** Work that leaves garbage behind: it is kept long enough to be taken for lasting, and then dropped. */
function work(): number {
  const made = Array.from({ length: 400_000 }, (_, index) => ({ index, text: `${index} values` }));
  return made.length;
}

const used = () => getHeapStatistics().used_heap_size;

test("memory that work has left behind is given back when no more work comes", async () => {
  const idle = new IdleCollection(10);
  const before = used();
  assert.equal(work(), 400_000);
  const after = used();
  assert.ok(after - before > 16 * 1024 * 1024, "the work left something behind");
  idle.worked();
  // The runner stops this test if it never comes to an end.
  while (used() - before > (after - before) / 2) await wait(10);
});
