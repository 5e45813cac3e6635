import type { Invocation } from "../../../client/installation-ports.ts";
import type { Answer } from "../fake-installation.ts";
import type { World } from "../fake-ports.ts";
import { DEFAULT_RESOURCE, MANIFEST } from "../manager/manager-release-texts.ts";

/** Where the release of the tests is. */
export const RELEASE = "https://releases.example.org/cop";

const KUBECONFIG = `apiVersion: v1
kind: Config
current-context: kind-test
clusters: [{ name: c, cluster: { server: "https://10.0.0.1:6443" } }]
users: [{ name: me }]
contexts: [{ name: kind-test, context: { cluster: c, user: me } }]
`;

/** What programs answer, by a piece of their command line; the first that fits counts. */
export type Answers = readonly (readonly [
  piece: string,
  answer: Answer | ((call: Invocation<unknown>) => Answer),
])[];

export const list = (...items: object[]) => JSON.stringify({ apiVersion: "v1", kind: "List", items });

export const refused = (stderr: string): Answer => ({ exitCode: 1, stderr });

/** The deployment of the manager with so many ready pods, and its pod. */
export function manager(ready: number, waiting?: { reason: string; message?: string }): string {
  const labels = { "control-plane": "manager" };
  return list(
    {
      kind: "Deployment",
      metadata: { name: "manager", namespace: "cap-operator-system", generation: 1 },
      spec: { replicas: 1, selector: { matchLabels: labels }, template: { metadata: { labels } } },
      status: { observedGeneration: 1, replicas: 1, updatedReplicas: 1, readyReplicas: ready },
    },
    {
      kind: "Pod",
      metadata: { name: "manager-1", namespace: "cap-operator-system", labels },
      status: {
        phase: "Pending",
        conditions: [{ type: "PodScheduled", status: "True" }],
        ...(waiting && {
          containerStatuses: [
            { name: "manager", image: "manager:1", restartCount: 0, ready: false, state: { waiting } },
          ],
        }),
      },
    },
  );
}

export const gatewayService = (name: string, selector: object) => ({
  kind: "Service",
  metadata: { name, namespace: "istio-system", labels: { istio: "ingressgateway" } },
  spec: { type: "LoadBalancer", selector },
});

const DEFAULT_LABELS = { istio: "ingressgateway", app: "istio-ingressgateway" };

const APPLIED = "namespace/cap-operator-system created\ndeployment.apps/manager created\n";
const APPLIED_RESOURCE = "capoperator.operator.sme.sap.com/cap-operator created\n";

/** A cluster without the operator, whose manager runs at once and whose gateway has the default labels. */
const USUAL: Answers = [
  ["helm list", "[]"],
  ["get --raw /apis ", JSON.stringify({ groups: [] })],
  ["get namespaces cap-operator-system", ""],
  ["auth can-i", "yes\n"],
  ["--dry-run=server", ""],
  [
    "apply -f -",
    ({ stdin }) => ((stdin ?? "").includes("kind: CAPOperator\nmetadata") ? APPLIED_RESOURCE : APPLIED),
  ],
  ["get deployments,pods --context kind-test", manager(1)],
  ["get services", list(gatewayService("istio-ingressgateway", DEFAULT_LABELS))],
  ["get pods", list()],
];

/** The usual world, with other answers in front. */
export function managerWorld(answers: Answers = [], world: World = {}): World {
  return {
    file: undefined,
    kubeconfigs: ["/home/me/.kube/config"],
    files: { "/home/me/.kube/config": KUBECONFIG },
    settings: { managerReleaseUrl: RELEASE },
    downloads: {
      [`${RELEASE}/manager_manifest.yaml`]: MANIFEST,
      [`${RELEASE}/manager_default_CR.yaml`]: DEFAULT_RESOURCE,
    },
    confirm: true,
    programs(line, call) {
      const found = [...answers, ...USUAL].find(([piece]) => line.includes(piece));
      const answer = found?.[1];
      return typeof answer === "function" ? answer(call) : answer;
    },
    ...world,
  };
}

/** The command lines that were run. */
export function runs(seen: readonly string[]): string[] {
  return seen.filter((line) => line.startsWith("run: ")).map((line) => line.slice("run: ".length));
}

/** What a person sees, without the log and the command lines. */
export function acts(seen: readonly string[]): string[] {
  return seen.filter((line) => !/^(log |run: )/.test(line));
}
