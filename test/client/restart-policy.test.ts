import assert from "node:assert/strict";
import { test } from "node:test";
import { createRestartPolicy } from "../../client/restart-policy.ts";

const minute = 60_000;

test("the fifth stop within three minutes is the last", () => {
  const policy = createRestartPolicy();
  const answers = [0, 1, 2, 3, 4].map((second) => policy.mayRestart(second * 1000));
  assert.deepEqual(answers, [true, true, true, true, false]);
});

test("stops that are far apart are always followed by a restart", () => {
  const policy = createRestartPolicy();
  const answers = Array.from({ length: 10 }, (_, index) => policy.mayRestart(index * minute));
  assert.ok(answers.every(Boolean));
});

test("after a reset the count begins again", () => {
  const policy = createRestartPolicy();
  for (let second = 0; second < 5; second++) policy.mayRestart(second * 1000);
  policy.reset();
  assert.equal(policy.mayRestart(6000), true);
});
