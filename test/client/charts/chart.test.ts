import assert from "node:assert/strict";
import { test } from "node:test";
import { isVersionWanted } from "../../../client/charts/chart.ts";

// Ranges as Helm documents them for `--version` (helm.sh/docs/chart_best_practices/dependencies, "Versions").
for (const [version, wanted, fits] of [
  ["0.11.0", "0.11.0", true],
  ["0.11.0", "v0.11.0", true],
  ["0.11.0", "9.9.9", false],
  ["0.11.0", "0.11.1", false],
  ["0.11.3", "0.11", true],
  ["0.12.0", "0.11", false],
  ["0.11.3", "~0.11.0", true],
  ["0.11.3", "^0.10.0", false],
  ["0.11.3", ">= 0.11.0, < 0.12.0", true],
  ["0.12.0", ">= 0.11.0, < 0.12.0", false],
  ["0.12.0-rc.1", "0.12.0-rc.1", true],
  ["0.12.0-rc.1", ">0.0.0-0", true],
  ["0.12.0-rc.1", ">0.0.0", false],
  ["0.11.0", "newest", false],
] as const) {
  test(`${version} ${fits ? "is" : "is not"} what "${wanted}" asks for`, () => {
    assert.equal(isVersionWanted(version, wanted), fits);
  });
}
