import assert from "node:assert/strict";
import { test } from "node:test";
import { originColumn } from "../../../client/texts/origin-column.ts";

test("the column of origins is as wide as the longest one", () => {
  const words = ["default", "values.yaml:12", "--set #1"];
  assert.deepEqual(originColumn(words), { shown: words, width: 14 });
  assert.deepEqual(originColumn([]), { shown: [], width: 0 });
});

test("where it would take more than half of a narrow page, files are named without endings, and then by their ends", () => {
  const words = [
    "values.yaml:3",
    "values-production.yaml:5",
    "values-of-the-region-eu10.yaml:120",
    "↑ values-production.yml:5",
  ];
  assert.deepEqual(originColumn(words), {
    shown: ["values:3", "values-production:5", "…f-the-region-eu10:120", "↑ values-production:5"],
    width: 22,
  });
});
