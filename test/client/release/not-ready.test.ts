import assert from "node:assert/strict";
import { test } from "node:test";
import { explainFailure } from "../../../client/helm/failure.ts";
import { componentStates } from "../../../client/kubectl/components.ts";
import { withReason } from "../../../client/release/not-ready.ts";
import { recoveryWords } from "../helm/recovery-words.ts";

const AT = { context: "dev", server: "https://dev:6443", namespace: "ops", release: "cop" };

const failing = (stderr: string) =>
  explainFailure(
    {
      program: "helm",
      args: ["upgrade", "--timeout", "5s"],
      exitCode: 1,
      stdout: "",
      stderr,
      interrupted: false,
    },
    { target: AT, doing: "upgrading" },
  );

const TIMEOUT = failing("Error: UPGRADE FAILED: context deadline exceeded\n");
const UNDONE = failing(
  "Error: UPGRADE FAILED: release cop failed, and has been rolled back due to atomic being set: context deadline exceeded\n",
);

/** The controller whose pod has this in its status. */
function controller(status: object) {
  const pod = {
    kind: "Pod",
    metadata: { name: "cop-controller-1", labels: { app: "c" } },
    status: { phase: "Pending", conditions: [{ type: "PodScheduled", status: "True" }], ...status },
  };
  const deployment = {
    kind: "Deployment",
    metadata: { name: "cop-controller" },
    spec: { replicas: 1, selector: { matchLabels: { app: "c" } } },
    status: {},
  };
  return componentStates([deployment, pod], "cop");
}

const waiting = (reason: string, message?: string) =>
  controller({
    containerStatuses: [
      { name: "main", image: "ghcr.io/a/b:1", restartCount: 2, state: { waiting: { reason, message } } },
    ],
  });

for (const [what, unready, sentence, next, recovery] of [
  [
    "an image that cannot be pulled",
    waiting("ImagePullBackOff", "Back-off pulling image"),
    "controller is not ready: the image ghcr.io/a/b:1 cannot be pulled.",
    "Check its name, its tag and the pull secrets.",
    ["edit-values", "capOperator.showStatus", "retry"],
  ],
  [
    "an invalid image name",
    waiting("InvalidImageName"),
    "controller is not ready: ghcr.io/a/b:1 is not a valid image name.",
    "Correct its repository or its tag.",
    ["edit-values", "capOperator.showStatus", "retry"],
  ],
  [
    "a container that ends again and again",
    waiting("CrashLoopBackOff"),
    "controller is not ready: container main keeps stopping (2 restarts).",
    "Read the log of pod cop-controller-1.",
    [
      "$ kubectl logs cop-controller-1 --container main --previous --namespace ops --context dev",
      "capOperator.showStatus",
      "retry",
    ],
  ],
  [
    "a pod that no node accepts",
    controller({
      conditions: [{ type: "PodScheduled", status: "False", message: "0/3 nodes are available" }],
    }),
    "controller is not ready: no node can run the pod: 0/3 nodes are available.",
    "Check node selector, tolerations and resource requests in the values.",
    ["edit-values", "capOperator.showStatus", "retry"],
  ],
] as const) {
  test(`${what} is reported as the reason for a timeout, with the step that mends it`, () => {
    for (const failure of [TIMEOUT, UNDONE]) {
      const told = withReason(failure, unready, AT);
      assert.equal(told.sentence, sentence);
      assert.equal(told.next, next);
      assert.deepEqual(told.recovery.map(recoveryWords), recovery);
      assert.equal(told.outcome, failure.outcome, "what Helm undid is still said");
      assert.equal(told.details?.[0], failure.sentence, "what Helm says is in the details");
    }
  });
}

test("more time is advised only if nothing but the time is wrong", () => {
  for (const unready of [[], waiting("ContainerCreating")]) {
    assert.deepEqual(withReason(TIMEOUT, unready, AT), TIMEOUT);
  }
  assert.match(TIMEOUT.next, /raise capOperator\.install\.timeout/);
});

test("another failure keeps its own reason, whatever the pods say", () => {
  const refused = failing('Error: UPGRADE FAILED: Deployment.apps "c" is invalid: spec.x: Required value\n');
  assert.deepEqual(withReason(refused, waiting("ImagePullBackOff"), AT), refused);
});
