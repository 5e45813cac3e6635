// Deployments of a release whose pods are in the states that people meet, written into their status as a kubelet or a
// scheduler would write them: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle
import type { Deployment } from "kubernetes-types/apps/v1.js";
import type { Pod } from "kubernetes-types/core/v1.js";
import type { ApiServer } from "./api-server.ts";
import { until } from "./until.ts";

const NAMESPACE = "cop-components";

/** The location of the components. */
export const COMPONENTS_AT = {
  context: "admin@test",
  server: "https://127.0.0.1:6443",
  namespace: NAMESPACE,
  release: "cop",
};

const NOW = "2026-01-01T00:00:00Z";

interface Component {
  readonly name: string;
  /** The label for the component; left out as in charts that have none. */
  readonly label?: string;
  /** The status of its pod; without it, the pod has none. */
  readonly status?: object;
}

const condition = (type: string, status: string, more = {}) => ({
  type,
  status,
  lastTransitionTime: NOW,
  ...more,
});

const container = (name: string, state: object, more = {}) => ({
  name,
  image: `ghcr.io/example/${name}:1.0`,
  imageID: "",
  ready: false,
  restartCount: 0,
  state,
  ...more,
});

const onNode = (phase: string, ...containerStatuses: object[]) => ({
  phase,
  conditions: [
    condition("PodScheduled", "True"),
    condition("Ready", "False"),
    condition("ContainersReady", "False"),
  ],
  containerStatuses,
});

const running = { running: { startedAt: NOW } };
const ended = (exitCode: number, reason: string) => ({
  lastState: { terminated: { exitCode, reason, startedAt: NOW, finishedAt: NOW } },
});

const COMPONENTS: readonly Component[] = [
  {
    name: "cop-controller",
    label: "controller",
    status: {
      phase: "Running",
      conditions: [
        condition("PodScheduled", "True"),
        condition("Ready", "True"),
        condition("ContainersReady", "True"),
      ],
      containerStatuses: [container("main", running, { ready: true, started: true, restartCount: 2 })],
    },
  },
  {
    name: "cop-subscription-server",
    label: "subscription-server",
    status: onNode(
      "Pending",
      container("main", {
        waiting: {
          reason: "ImagePullBackOff",
          message: 'Back-off pulling image "ghcr.io/example/main:1.0": ErrImagePull: not found',
        },
      }),
    ),
  },
  {
    name: "cop-webhook",
    status: onNode(
      "Running",
      container(
        "main",
        { waiting: { reason: "CrashLoopBackOff", message: "back-off 40s restarting failed container=main" } },
        { restartCount: 3, ...ended(1, "Error") },
      ),
    ),
  },
  { name: "cop-unnoticed" },
  {
    name: "cop-too-large",
    status: {
      phase: "Pending",
      conditions: [
        condition("PodScheduled", "False", {
          reason: "Unschedulable",
          message: "0/3 nodes are available: 3 Insufficient memory.",
        }),
      ],
    },
  },
  {
    name: "cop-hungry",
    status: onNode(
      "Running",
      container(
        "main",
        { waiting: { reason: "CrashLoopBackOff" } },
        { restartCount: 1, ...ended(137, "OOMKilled") },
      ),
    ),
  },
  {
    name: "cop-without-secret",
    status: onNode(
      "Pending",
      container("main", {
        waiting: { reason: "CreateContainerConfigError", message: 'secret "metrics-ca" not found' },
      }),
    ),
  },
  { name: "cop-unready", status: onNode("Running", container("main", running, { started: true })) },
  { name: "cop-slow", status: onNode("Running", container("main", running, { started: false })) },
  {
    name: "cop-starting",
    status: onNode("Pending", container("main", { waiting: { reason: "ContainerCreating" } })),
  },
  {
    name: "cop-evicted",
    status: { phase: "Failed", reason: "Evicted", message: "The node was low on resource: memory." },
  },
];

/** Creates the components, and brings their pods into their states. */
export async function prepareComponents(api: ApiServer): Promise<void> {
  await api.apply(`/api/v1/namespaces/${NAMESPACE}`, {
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name: NAMESPACE },
  });
  await Promise.all(COMPONENTS.map((component) => createDeployment(api, component)));
  for (const { name, status } of COMPONENTS) {
    let pod: Pod | undefined;
    await until(async () => {
      const list = await api.get<{ items: Pod[] }>(
        `/api/v1/namespaces/${NAMESPACE}/pods?labelSelector=app%3D${name}`,
      );
      pod = list?.items[0];
      return pod !== undefined;
    });
    const resource = `/api/v1/namespaces/${NAMESPACE}/pods/${pod?.metadata?.name}/status`;
    if (status !== undefined) await api.patch(resource, { status });
  }
  // Everything has been noticed when the deployments say so, and the evicted pod has another one in its place.
  await until(async () => {
    const { items } = (await api.get<{ items: Deployment[] }>(
      `/apis/apps/v1/namespaces/${NAMESPACE}/deployments`,
    )) ?? { items: [] };
    return items.every(({ metadata, status }) => {
      const isAvailable = status?.conditions?.some(({ type }) => type === "Available");
      return isAvailable && status?.readyReplicas === (metadata?.name === "cop-controller" ? 1 : undefined);
    });
  });
  await until(async () => {
    const list = await api.get<{ items: Pod[] }>(`/api/v1/namespaces/${NAMESPACE}/pods`);
    return list?.items.length === COMPONENTS.length + 1;
  });
}

/** Removes the components. */
export async function clearComponents(api: ApiServer): Promise<void> {
  await api.remove(`/api/v1/namespaces/${NAMESPACE}`);
  await until(async () => (await api.get(`/api/v1/namespaces/${NAMESPACE}`)) === undefined);
}

async function createDeployment(api: ApiServer, { name, label }: Component): Promise<void> {
  const podLabels = { "app.kubernetes.io/instance": "cop", app: name };
  const labels = label === undefined ? podLabels : { ...podLabels, "app.kubernetes.io/component": label };
  await api.apply(deploymentAt(name), {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, labels },
    spec: {
      selector: { matchLabels: podLabels },
      template: {
        metadata: { labels },
        spec: { containers: [{ name: "main", image: "ghcr.io/example/main:1.0" }] },
      },
    },
  });
}

function deploymentAt(name: string): string {
  return `/apis/apps/v1/namespaces/${NAMESPACE}/deployments/${name}`;
}
