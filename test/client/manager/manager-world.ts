import { installWithManager } from "../../../client/commands/install-with-manager.ts";
import type { Invocation } from "../../../client/ports/programs.ts";
import type { Answer } from "../fake-installation.ts";
import { fakePorts, type World } from "../fake-ports.ts";
import { kubeconfigText } from "../kubeconfig-text.ts";
import { DEFAULT_RESOURCE, MANIFEST } from "./manager-release-texts.ts";

/** The address of the tests' release. */
export const RELEASE = "https://releases.example.org/cop";

const KUBECONFIG = kubeconfigText("kind-test", {
  "kind-test": { server: "https://10.0.0.1:6443", user: "me" },
});

/** The same with another context, which the person can choose. */
export const TWO_CONTEXTS = {
  "/home/me/.kube/config": kubeconfigText("kind-test", {
    "kind-test": { server: "https://10.0.0.1:6443", user: "me" },
    other: { server: "https://10.0.0.2:6443", user: "me" },
  }),
};

/** The answers of programs, by a piece of their command line; the first that fits is used. */
export type Answers = readonly (readonly [
  piece: string,
  answer: Answer | ((call: Invocation<unknown>) => Answer),
])[];

export const list = (...items: object[]) => JSON.stringify({ apiVersion: "v1", kind: "List", items });

export const refused = (stderr: string): Answer => ({ exitCode: 1, stderr });

/** The deployment of the manager with `ready` ready pods, and its pod. */
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
  ["-- namespaces cap-operator-system", ""],
  ["auth can-i", "yes\n"],
  ["--dry-run=server", ""],
  [
    "apply -f -",
    ({ stdin }) => ((stdin ?? "").includes("kind: CAPOperator\nmetadata") ? APPLIED_RESOURCE : APPLIED),
  ],
  ["-- deployments,pods", manager(1)],
  ["-- services", list(gatewayService("istio-ingressgateway", DEFAULT_LABELS))],
  ["-- pods", list()],
];

/** The usual world, with other answers that come first. */
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

/** Installs the operator with its manager; returns what was seen. */
export async function seenWhileInstalling(world: World): Promise<string[]> {
  const ports = fakePorts(world);
  await installWithManager.run(ports);
  return ports.seen;
}

/** The message after the operator resource was created. */
export const RESOURCE_CREATED =
  "info: The operator resource cap-operator in the namespace cap-operator-system was created. CAP Operator Manager installs the operator from it; refresh the CAP Operator view to watch its components.";

/** The lines of one kind, such as `warn` or `confirm`. */
export function said(seen: readonly string[], kind: string): string[] {
  return seen.filter((line) => line.startsWith(`${kind}: `));
}

/** The command lines that were run. */
export function runs(seen: readonly string[]): string[] {
  return seen.filter((line) => line.startsWith("run: ")).map((line) => line.slice("run: ".length));
}

/** The lines that a person sees, without the log and the command lines. */
export function acts(seen: readonly string[]): string[] {
  return seen.filter((line) => !/^(log |run: )/.test(line));
}
