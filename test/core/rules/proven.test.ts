import assert from "node:assert/strict";
import { test } from "node:test";
import { isProven } from "../../../server/core/rules/proven.ts";

test("only what Helm itself refuses is certain: text that is not YAML, the schema of the chart, and nulls that end rendering", () => {
  assert.ok(isProven("syntax"));
  assert.ok(isProven("chart-schema"));
  assert.ok(isProven("null-removes-default"));
  assert.ok(isProven("empty-value"));
  assert.ok(!isProven("wrong-type"));
  assert.ok(!isProven("certificate-config-incomplete"));
  assert.ok(isProven(undefined), "problems of the release itself");
});
