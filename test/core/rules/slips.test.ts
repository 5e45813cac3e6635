import assert from "node:assert/strict";
import { test } from "node:test";
import { Dice } from "../../helm/dice.ts";
import { effort } from "../../support/effort.ts";
import { repairedSlip, SLIPS, type SlipEnd, slippedFiles } from "../support/slips.ts";

const { numRuns: COUNT, seed = Math.floor(Math.random() * 1e6) } = effort(2000);

test(`after one slip in a right file, all likely fixes leave its values or something that is reported (${COUNT} files, seed ${seed})`, async () => {
  const ends: Record<SlipEnd, number> = {
    "values as before": 0,
    reported: 0,
    silent: 0,
    "reported by nothing from the start": 0,
  };
  for (const file of slippedFiles(COUNT, new Dice(seed))) {
    const { end, after } = await repairedSlip(file);
    ends[end] += 1;
    assert.notEqual(end, "silent", `${file.name}, ${file.slip}:\n${file.text}\nbecame\n${after}`);
  }
  // Most slips are put right; those that are not are texts in which anything may be meant.
  assert.ok(ends["values as before"] > 0.7 * COUNT, JSON.stringify(ends));
  assert.ok(ends["reported by nothing from the start"] < 0.05 * COUNT, JSON.stringify(ends));
});

test("each kind of slip is made somewhere", () => {
  const made = new Set(slippedFiles(3000, new Dice(1)).map(({ slip }) => slip));
  assert.deepEqual(
    SLIPS.map(({ name }) => name).filter((name) => !made.has(name)),
    [],
  );
});
