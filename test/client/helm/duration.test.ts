import assert from "node:assert/strict";
import { test } from "node:test";
import { durationMs } from "../../../client/helm/duration.ts";

for (const [text, ms] of [
  ["5m0s", 300_000],
  ["1h30m", 5_400_000],
  ["1.5s", 1500],
  ["250ms", 250],
  ["5", undefined],
  ["", undefined],
] as const) {
  test(`the duration "${text}"`, () => assert.equal(durationMs(text), ms));
}
