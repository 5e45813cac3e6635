import assert from "node:assert/strict";
import { test } from "node:test";
import { countedKinds, listed } from "../../../client/texts/sentence-parts.ts";

test("things are listed as in a sentence", () => {
  assert.equal(listed([]), "");
  assert.equal(listed(["a"]), "a");
  assert.equal(listed(["a", "b"]), "a and b");
  assert.equal(listed(["a", "b", "c"], "or"), "a, b or c");
});

// The plurals are the names of the resources in the Kubernetes API.
for (const [kind, plural] of Object.entries({
  ServiceAccount: "ServiceAccounts",
  NetworkPolicy: "NetworkPolicies",
  Gateway: "Gateways",
  Ingress: "Ingresses",
  Endpoints: "Endpoints",
  StorageClass: "StorageClasses",
})) {
  test(`three of the kind ${kind} are ${plural}`, () =>
    assert.equal(countedKinds([{ kind }, { kind }, { kind }]), `3 ${plural}`));
}

test("objects are counted by their kind", () => {
  const objects = ["Deployment", "Service", "Deployment"].map((kind) => ({ kind }));
  assert.equal(countedKinds(objects), "2 Deployments, 1 Service");
  assert.equal(countedKinds([]), "");
});
