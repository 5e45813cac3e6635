import assert from "node:assert/strict";
import { test } from "node:test";
import { watchingComponents } from "../../../client/release/change-release.ts";
import { fakePorts } from "../fake-ports.ts";
import { stepOver } from "../operations.ts";

const AT = {
  context: "dev",
  server: "https://dev:6443",
  namespace: "cop",
  release: "cap-operator",
};
const LABELS = { "app.kubernetes.io/component": "controller", "app.kubernetes.io/instance": "cap-operator" };

/** The controller's deployment and its only pod, as kubectl prints them, with the state of the pod's container. */
function controller(ready: number, state: object): string {
  const metadata = (name: string) => ({ name, namespace: "cop", labels: LABELS, generation: 1 });
  const items = [
    {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: metadata("cap-operator-controller"),
      spec: { replicas: 1, selector: { matchLabels: LABELS }, template: { metadata: { labels: LABELS } } },
      status: { observedGeneration: 1, replicas: 1, updatedReplicas: 1, readyReplicas: ready },
    },
    {
      apiVersion: "v1",
      kind: "Pod",
      metadata: metadata("cap-operator-controller-1"),
      status: {
        phase: "Pending",
        conditions: [{ type: "PodScheduled", status: "True" }],
        containerStatuses: [{ name: "controller", image: "broken:v1", ready: ready > 0, state }],
      },
    },
  ];
  return JSON.stringify({ apiVersion: "v1", kind: "List", items });
}

const CREATING = controller(0, { waiting: { reason: "ContainerCreating" } });
const NO_IMAGE = controller(0, { waiting: { reason: "ImagePullBackOff" } });
const READY = controller(1, { running: {} });

/** The components that are reported as not ready after these readings; then kubectl fails, and the watched change ends. */
async function after(...readings: readonly string[]): Promise<readonly string[]> {
  const left = [...readings];
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const ports = fakePorts({
    programs() {
      const reading = left.shift();
      if (reading === undefined) end();
      return reading ?? { exitCode: 1 };
    },
  });
  const { unready } = await watchingComponents(stepOver(ports), AT, () => ended);
  return unready.map(
    ({ name, ready, desired, troubles }) => `${name} (${ready} of ${desired}). ${troubles.join(" ")}`,
  );
}

test("what kept a component from getting ready is still reported when it starts again unchanged", async () => {
  const [line = "", ...others] = await after(CREATING, NO_IMAGE, CREATING, READY);
  assert.match(line, /^controller \(0 of 1\)\. The image broken:v1 cannot be pulled\./);
  assert.deepEqual(others, []);
});

test("a component that is only starting is reported as such", async () => {
  assert.deepEqual(await after(CREATING), [
    "controller (0 of 1). The containers of the pod are being created.",
  ]);
});

test("nothing is said about a component that was always ready", async () => {
  assert.deepEqual(await after(READY, READY), []);
});
