import assert from "node:assert/strict";
import { test } from "node:test";
import { refreshView } from "../../../client/commands/refresh-view.ts";
import type { ViewItem } from "../../../client/views/view-item.ts";
import { viewItems } from "../../../client/views/view-items.ts";
import { type FakePorts, fakePorts, type World } from "../fake-ports.ts";
import { type Answers, list, managerWorld, refused, runs } from "../manager/manager-world.ts";
import { commandCalled } from "../operations.ts";

const RELEASE = {
  name: "cop",
  namespace: "cop-system",
  revision: "2",
  updated: "2026-01-01",
  status: "deployed",
  chart: "cap-operator-chart-1.0.0",
  app_version: "1.0.0",
};

const DEPLOYMENT = {
  kind: "Deployment",
  metadata: {
    name: "cop-controller",
    namespace: "cop-system",
    generation: 1,
    annotations: { "meta.helm.sh/release-name": "cop" },
  },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: "controller" } },
    template: { spec: { containers: [{ image: "r/controller:1" }] } },
  },
  status: { observedGeneration: 1, replicas: 2, updatedReplicas: 2, readyReplicas: 2 },
};
const STRANGER = { ...DEPLOYMENT, metadata: { ...DEPLOYMENT.metadata, name: "shop", annotations: {} } };

const INSTALLED: Answers = [
  ["helm list", JSON.stringify([RELEASE])],
  ["get --raw /version", JSON.stringify({ gitVersion: "v1.33.1" })],
  ["--namespace cop-system -o json -- deployments,pods", list(DEPLOYMENT, STRANGER)],
  ["-o json -- deployments", list()],
];

async function after(answers: Answers, world: World = {}): Promise<FakePorts> {
  const ports = fakePorts(managerWorld(answers, world));
  await refreshView.run(ports);
  return ports;
}

function shown(ports: FakePorts): string[] {
  const lines = (items: readonly ViewItem[]): string[] =>
    items.flatMap(({ label, description, children = [] }) => [
      description === undefined ? label : `${label} | ${description}`,
      ...lines(children),
    ]);
  return lines(viewItems({ ...ports.view.read(), settings: [] }));
}

test("a refresh shows context, release, its own components and prerequisites, and says nothing else", async () => {
  const ports = await after(INSTALLED);
  assert.deepEqual(shown(ports).slice(0, 8), [
    "kind-test | read at 10:00",
    "Releases",
    "cop | deployed · revision 2",
    "Components | 1 of 1 ready",
    "controller | 2/2 · 1",
    "r/controller:1",
    "0 restarts",
    "Prerequisites | 4 not met",
  ]);
  assert.deepEqual(
    ports.seen.filter((line) => !/^(run|log info): ?/.test(line)),
    [],
  );
});

test("a refresh only reads, and pins the context in every call", async () => {
  for (const line of runs((await after(INSTALLED)).seen)) {
    assert.match(line, /^(helm list|kubectl (get|auth can-i)) /);
    assert.match(line, / --(kube-)?context kind-test( |$)/);
  }
});

test("in a workspace that is not trusted, nothing is read", async () => {
  const ports = await after(INSTALLED, { untrusted: true });
  assert.deepEqual(ports.seen, ["trust refused"]);
  assert.deepEqual(shown(ports), []);
});

test("without a kubeconfig, the reason is a line of the view, not a message", async () => {
  const ports = await after(INSTALLED, { files: {} });
  assert.deepEqual(ports.seen, []);
  assert.deepEqual(shown(ports), [
    "No kubeconfig found at /home/me/.kube/config. Check the variable KUBECONFIG and the setting capOperator.kubeconfig.",
  ]);
});

test("a cluster that cannot be reached is asked once by each program, and shown as such", async () => {
  const away =
    "The connection to the server 10.0.0.1:6443 was refused - did you specify the right host or port?";
  const ports = await after([
    [
      "helm list",
      refused(
        `Error: Kubernetes cluster unreachable: Get "https://10.0.0.1:6443/version": dial tcp 10.0.0.1:6443: connect: connection refused`,
      ),
    ],
    ["kubectl", refused(away)],
  ]);
  assert.equal(runs(ports.seen).length, 2);
  const lines = shown(ports);
  assert.equal(lines[0], "kind-test | read at 10:00");
  assert.ok(
    lines.includes(
      "The cluster of kind-test cannot be reached: https://10.0.0.1:6443 refused the connection.",
    ),
    lines.join("\n"),
  );
});

test("without kubectl, the releases are there, and the rest says what is missing", async () => {
  const lines = shown(await after(INSTALLED, { missing: ["kubectl"] }));
  assert.ok(lines.includes("cop | deployed · revision 2"));
  assert.equal(
    lines.filter((line) => line.startsWith("kubectl was not found on the PATH.")).length,
    2,
    lines.join("\n"),
  );
});

test("a second refresh replaces the first, and cancelling ends one", async () => {
  const ports = fakePorts(managerWorld(INSTALLED));
  const first = ports.view.begin();
  await refreshView.run(ports);
  assert.ok(first.signal.aborted);
  const second = ports.view.begin();
  await commandCalled("capOperator.cancelRefresh").run(ports);
  assert.ok(second.signal.aborted);
  assert.equal(shown(ports)[0], "kind-test | read at 10:00");
});
