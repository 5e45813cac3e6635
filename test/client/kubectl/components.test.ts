import assert from "node:assert/strict";
import { test } from "node:test";
import { componentStates, isReady, readComponents } from "../../../client/kubectl/components.ts";
import { recorded } from "../cluster/recorded.ts";

const AT = {
  context: "admin@test",
  server: "https://127.0.0.1:6443",
  namespace: "cop-components",
  release: "cop",
};

const CALL =
  "kubectl get --context admin@test --request-timeout 20s --namespace cop-components --selector app.kubernetes.io/instance=cop -o json -- deployments,pods";

test("each component of a release says how it is, and why it is not ready", () => {
  const { program, args, parse } = readComponents(AT);
  assert.equal([program, ...args].join(" "), CALL);
  const states = parse(recorded("components")[CALL]?.stdout ?? "");
  const lines = states.map(({ name, ready, desired, restarts, troubles }) =>
    [`${name} ${ready}/${desired}, ${restarts} restarts`, ...troubles].join(" | "),
  );
  assert.deepEqual(lines, [
    "controller 1/1, 2 restarts",
    "evicted 0/1, 0 restarts | The pod is waiting for a node. | The pod failed: Evicted, The node was low on resource: memory.",
    "hungry 0/1, 1 restarts | Container main needs more memory than its limit allows (1 restart). Raise its memory limit.",
    "slow 0/1, 0 restarts | Container main is running, but its startup probe has not succeeded yet. Read the log of pod cop-slow-5d9c7b8f6d-x7k2p.",
    "starting 0/1, 0 restarts | The containers of the pod are being created.",
    'subscriptionServer 0/1, 0 restarts | The image ghcr.io/example/main:1.0 cannot be pulled (Back-off pulling image "ghcr.io/example/main:1.0": ErrImagePull: not found). Check its name, its tag and the pull secrets.',
    "too-large 0/1, 0 restarts | No node can run the pod: 0/3 nodes are available: 3 Insufficient memory. Check node selector, tolerations and resource requests in the values.",
    "unnoticed 0/1, 0 restarts | The pod is waiting for a node.",
    "unready 0/1, 0 restarts | Container main is running, but its readiness probe has not succeeded yet. Read the log of pod cop-unready-5d9c7b8f6d-x7k2p.",
    "webhook 0/1, 3 restarts | Container main keeps stopping (exit code 1, 3 restarts). Read the log of pod cop-webhook-5d9c7b8f6d-x7k2p.",
    'without-secret 0/1, 0 restarts | Container main needs something that does not exist: secret "metrics-ca" not found. Create it, or correct the values.',
  ]);
  assert.deepEqual(
    states.filter(isReady).map(({ deployment, image }) => `${deployment} ${image}`),
    ["cop-controller ghcr.io/example/main:1.0"],
  );
});

function deployment(status: object, { name = "cop-webhook", labels = {}, replicas = 1 } = {}) {
  return {
    kind: "Deployment",
    metadata: { name, labels, generation: 2 },
    spec: { replicas, selector: { matchLabels: { app: "w" } } },
    status: { observedGeneration: 2, ...status },
  };
}

const readyOf = (status: object, replicas = 1) =>
  componentStates([deployment(status, { replicas })], "cop").map(({ ready }) => ready)[0];

test("pods of an earlier template are not counted as ready, as in kubectl rollout status", () => {
  assert.equal(readyOf({ replicas: 1, updatedReplicas: 1, readyReplicas: 1 }), 1);
  // The new pod crashes while the old one still serves.
  assert.equal(readyOf({ replicas: 2, updatedReplicas: 1, readyReplicas: 1 }), 0);
  assert.equal(readyOf({ replicas: 1, updatedReplicas: 1, readyReplicas: 1, observedGeneration: 1 }), 0);
  assert.equal(readyOf({ replicas: 3, updatedReplicas: 3, readyReplicas: 2 }, 3), 2);
  assert.equal(readyOf({}, 0), 0);
});

test("pods that the API server rejects are reported by the deployment", () => {
  const message = 'pods "cop-webhook-1" is forbidden: exceeded quota: small';
  const refused = deployment({ conditions: [{ type: "ReplicaFailure", status: "True", message }] });
  assert.deepEqual(componentStates([refused], "cop")[0]?.troubles, [
    `No pod can be created: ${message}. Change the values, or ask your cluster administrator.`,
  ]);
  assert.deepEqual(componentStates([deployment({})], "cop")[0]?.troubles, ["No pod has been created yet."]);
});

test("a terminating pod and a ready one say nothing; a reason that several pods share is reported once", () => {
  const pod = (name: string, status: object, metadata = {}) => ({
    kind: "Pod",
    metadata: { name, labels: { app: "w" }, ...metadata },
    status,
  });
  const waiting = {
    phase: "Pending",
    conditions: [{ type: "PodScheduled", status: "True" }],
    containerStatuses: [{ name: "main", image: "a:1", state: { waiting: { reason: "ContainerCreating" } } }],
  };
  const ready = { phase: "Running", conditions: [{ type: "Ready", status: "True" }] };
  const pods = [
    pod("a", waiting),
    pod("b", waiting),
    pod("c", { phase: "Pending" }, { deletionTimestamp: "2026-01-01T00:00:00Z" }),
    pod("d", ready),
  ];
  const [state] = componentStates([deployment({}), ...pods], "cop");
  assert.deepEqual(state?.troubles, ["The containers of the pod are being created."]);
  assert.deepEqual(componentStates([deployment({}), pod("d", ready)], "cop")[0]?.troubles, [
    "It is starting.",
  ]);
});

for (const [container, sentence] of [
  [
    { state: { waiting: { reason: "InvalidImageName", message: "couldn't parse image" } } },
    "ghcr.io//x is not a valid image name. Correct its repository or its tag.",
  ],
  [
    { state: { waiting: { reason: "CreateContainerError", message: "no command specified" } } },
    "Container main does not start (CreateContainerError): no command specified. Correct its image or its command in the values.",
  ],
  [
    { state: { terminated: { exitCode: 2, reason: "Error" } }, restartCount: 1 },
    "Container main keeps stopping (exit code 2, 1 restart). Read the log of pod p.",
  ],
] as const) {
  test(`a container's trouble in words for people: ${sentence}`, () => {
    const pod = {
      kind: "Pod",
      metadata: { name: "p", labels: { app: "w" } },
      status: {
        phase: "Pending",
        conditions: [{ type: "PodScheduled", status: "True" }],
        containerStatuses: [{ name: "main", image: "ghcr.io//x", ready: false, ...container }],
      },
    };
    assert.deepEqual(componentStates([deployment({}), pod], "cop")[0]?.troubles, [sentence]);
  });
}

for (const [name, labels, component] of [
  ["my-release-controller", {}, "controller"],
  ["cop-subscription-server", {}, "subscriptionServer"],
  ["cop-server", {}, "subscriptionServer"],
  ["cop-web-hooks", {}, "webhook"],
  ["a", { "app.kubernetes.io/component": "subscription-server" }, "subscriptionServer"],
  ["cop-other", { "app.kubernetes.io/component": "proxy" }, "proxy"],
  ["cop-other", {}, "other"],
] as const) {
  test(`the deployment ${name} ${JSON.stringify(labels)} is the component ${component}`, () => {
    assert.equal(componentStates([deployment({}, { name, labels })], "cop")[0]?.name, component);
  });
}
