import assert from "node:assert/strict";
import { test } from "node:test";
import { errors } from "playwright-core";
import { persist } from "./workbench/persist.ts";

test("what came to nothing is done again, and is given twice as long each time", async () => {
  const given: number[] = [];
  let done = 0;
  const seen = await persist(
    async () => {
      done += 1;
    },
    async (timeout) => {
      given.push(timeout);
      if (given.length < 4) throw new errors.TimeoutError("It is not there.");
      return "there";
    },
  );
  assert.equal(seen, "there");
  assert.equal(done, 4);
  const [first = 0] = given;
  assert.deepEqual(given, [first, 2 * first, 4 * first, 8 * first]);
});

test("what went wrong otherwise is not done again", async () => {
  let done = 0;
  const work = persist(
    async () => {
      done += 1;
    },
    async () => {
      throw new Error("The page has crashed.");
    },
  );
  await assert.rejects(work, /has crashed/);
  assert.equal(done, 1);
});
