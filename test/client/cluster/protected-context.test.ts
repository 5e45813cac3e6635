import assert from "node:assert/strict";
import { test } from "node:test";
import { isProtected, protectedContexts } from "../../../client/cluster/protected-context.ts";

test("a workspace can protect more contexts, and cannot take away the protection of others", () => {
  const machine = ["*prod*"];
  assert.deepEqual(protectedContexts({ machine, workspace: [undefined, undefined] }), ["*prod*"]);
  assert.deepEqual(protectedContexts({ machine, workspace: [[], ["eu-*"]] }), ["*prod*", "eu-*"]);
  assert.deepEqual(protectedContexts({ machine: [], workspace: [["eu-*"]] }), ["eu-*"]);
});

test("a list that cannot be read protects everything", () => {
  for (const broken of [5, "*prod*", { length: 1 }, [null, "dev"]])
    assert.deepEqual(protectedContexts({ machine: [], workspace: [broken] }), ["*"]);
  assert.deepEqual(protectedContexts({ machine: undefined, workspace: [] }), ["*"]);
});

test("a glob matches the whole name of a context, whatever its case", () => {
  assert.ok(isProtected("EU-PROD-1", ["*prod*"]));
  assert.ok(isProtected("live", ["*live*"]));
  assert.ok(!isProtected("product-demo", ["prod"]));
  assert.ok(isProtected("a.b", ["a.?"]) && !isProtected("axb", ["a.b"]));
});

test("no glob and no name of a context takes long", () => {
  const name = "a".repeat(4000);
  assert.ok(!isProtected(name, [`${"*a".repeat(500)}!`, `${"?*".repeat(500)}!`, `${"*".repeat(10_000)}!`]));
  assert.ok(isProtected(name, ["*a".repeat(500)]));
});
