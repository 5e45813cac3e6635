import assert from "node:assert/strict";
import { test } from "node:test";
import { releaseAddress, releaseAt } from "../../../client/helm/release-address.ts";

for (const context of ["kind-test", "arn:aws:eks:eu/prod cluster", "a%2Fb", "ä?#"]) {
  test(`a release in the context ${context} is the same after passing through a command`, () => {
    const release = { context, namespace: "cap-operator-system", release: "cap-operator" };
    assert.deepEqual(releaseAt(releaseAddress(release)), release);
  });
}

test("the address of a file, half an address and nothing stand for no release", () => {
  for (const other of [
    undefined,
    "file:///home/me/values.yaml",
    "cap-operator-release:/a/b",
    "cap-operator-release:/a//b",
  ])
    assert.equal(releaseAt(other), undefined);
});
