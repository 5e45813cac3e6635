import assert from "node:assert/strict";
import { test } from "node:test";
import { isInRange, newestIn } from "../../../server/core/chart/version-range.ts";

const VERSIONS = ["0.29.0", "0.29.1", "0.30.0", "0.31.0", "0.34.0", "1.2.0"];

/** Ranges as a `Chart.yaml` writes them, by https://github.com/Masterminds/semver#checking-version-constraints, which Helm uses. */
const RANGES: Readonly<Record<string, string | undefined>> = {
  "0.30.0": "0.30.0",
  "v0.30.0": "0.30.0",
  "=0.30.0": "0.30.0",
  "0.29": "0.29.1",
  "0.29.x": "0.29.1",
  "~0.29.0": "0.29.1",
  "^0.30.0": "0.30.0",
  "^0": "0.34.0",
  ">=0.29.0, <0.31.0": "0.30.0",
  ">= 0.29.0 , < 0.31.0": "0.30.0",
  ">=0.29.0 <0.31.0": "0.30.0",
  "=>0.29.0, =<0.31.0": "0.31.0",
  "0.29.0 - 0.30.0": "0.30.0",
  "<0.30.0 || ^1.0.0": "1.2.0",
  "*": "1.2.0",
  "": "1.2.0",
  ">7.0.0": undefined,
  latest: undefined,
  "not a range": undefined,
};

for (const [range, newest] of Object.entries(RANGES)) {
  test(`the newest in ${JSON.stringify(range)}`, () => {
    assert.equal(newestIn(range, VERSIONS), newest);
    if (newest !== undefined) assert.ok(isInRange(newest, range));
  });
}

test("a range that nobody would write holds nothing", () => {
  assert.equal(newestIn(`${"* || ".repeat(100_000)}*`, VERSIONS), undefined);
  assert.equal(isInRange("1.0.0", `>=${"1".repeat(100_000)}`), false);
});
