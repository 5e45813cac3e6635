import assert from "node:assert/strict";
import { test } from "node:test";
import { isOperatorType, operatorTypeAmong } from "../../../client/cluster/operator-type.ts";

test("the type of operator resources is recognised by its plural name", () => {
  assert.deepEqual(operatorTypeAmong(["capoperators", "others"], "operator.x.org/v1"), {
    type: "capoperators.operator.x.org",
    apiVersion: "operator.x.org/v1",
    kind: "CAPOperator",
  });
  assert.equal(operatorTypeAmong(["istiooperators"], "operator.x.org/v1"), undefined);
});

test("an operator resource is of its own kind, in a group that begins with operator", () => {
  const type = { type: "x", apiVersion: "operator.sme.sap.com/v1alpha1", kind: "CAPOperator" };
  assert.ok(isOperatorType(type));
  assert.ok(!isOperatorType({ ...type, kind: "CAPApplication" }));
  assert.ok(!isOperatorType({ ...type, apiVersion: "sme.sap.com/v1alpha1" }));
});
