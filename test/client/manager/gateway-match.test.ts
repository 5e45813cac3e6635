import assert from "node:assert/strict";
import { test } from "node:test";
import { matchGateways } from "../../../client/manager/gateway-match.ts";

const gateway = (name: string, labels: Record<string, string>, isNamed: boolean) => ({
  service: { kind: "Service", metadata: { name, namespace: "mesh" } },
  labels,
  isNamed,
});

test("a gateway with the labels of the resource matches; others are listed once for each set of labels", () => {
  assert.deepEqual(matchGateways([gateway("a", { x: "1" }, true)]), { kind: "match", service: "mesh/a" });
  assert.deepEqual(
    matchGateways([
      gateway("a", { x: "1" }, false),
      gateway("b", { x: "1" }, false),
      gateway("c", { x: "2" }, false),
      gateway("d", {}, false),
    ]),
    {
      kind: "other",
      found: [
        { service: "mesh/a", labels: { x: "1" }, hosts: [] },
        { service: "mesh/c", labels: { x: "2" }, hosts: [] },
      ],
    },
  );
  assert.deepEqual(matchGateways([]), { kind: "none" });
});
