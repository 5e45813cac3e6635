import * as l10n from "@vscode/l10n";
import type { Invocation } from "../ports/programs.ts";
import { get } from "./calls.ts";
import { type ClusterObject, hasLabels } from "./cluster-object.ts";
import { labelsAt, listAt, numberAt, recordAt } from "./json-access.ts";
import { type PodTrouble, podTrouble, restartsOf, troubleText } from "./pod-trouble.ts";
import type { ClusterTarget } from "./target.ts";

export interface ComponentState {
  /** `controller`, `subscriptionServer` or `webhook` if it is one of them, otherwise what the chart calls it. */
  readonly name: string;
  readonly deployment: string;
  readonly ready: number;
  readonly desired: number;
  /** Image of its first container. */
  readonly image?: string;
  readonly restarts: number;
  /** The reasons for which it is not ready, one sentence each; a reason that several pods share comes once. */
  readonly troubles: readonly string[];
  /** The first of them that does not go away by itself. */
  readonly trouble?: PodTrouble;
}

/** Reads the deployments and pods of a release, using the label that charts give them. */
export function readComponents(
  target: ClusterTarget & { readonly release: string },
): Invocation<readonly ComponentState[]> {
  const { parse, ...call } = get(target, "deployments,pods", {
    labels: { "app.kubernetes.io/instance": target.release },
  });
  return { ...call, parse: (stdout) => componentStates(parse(stdout), target.release) };
}

/** True if all wanted pods of a component are ready. */
export function isReady({ ready, desired }: ComponentState): boolean {
  return ready >= desired;
}

/** The states of the deployments among `objects`, using the pods among them. */
export function componentStates(objects: readonly ClusterObject[], release: string): ComponentState[] {
  return objects.filter(({ kind }) => kind === "Deployment").map((d) => stateOf(d, objects, release));
}

function stateOf(
  deployment: ClusterObject,
  objects: readonly ClusterObject[],
  release: string,
): ComponentState {
  const spec = recordAt(deployment, "spec");
  const template = recordAt(spec, "template");
  const selector = labelsAt(recordAt(spec, "selector"), "matchLabels");
  const pods = objects.filter(({ kind, metadata }) => kind === "Pod" && hasLabels(metadata.labels, selector));
  const desired = numberAt(spec, "replicas", 1);
  const ready = readyPods(deployment, desired);
  const [container] = listAt(recordAt(template, "spec"), "containers");
  const image = container?.image;
  const troubles = ready >= desired ? [] : troublesOf(deployment, pods);
  const trouble = troubles.find(({ step }) => step !== "wait");
  return {
    name: componentName(deployment, release),
    deployment: deployment.metadata.name,
    ready,
    desired,
    ...(typeof image === "string" && { image }),
    restarts: pods.reduce((sum, pod) => sum + restartsOf(pod), 0),
    // A reason that several pods share comes once.
    troubles: [...new Set(troubles.map(troubleText))],
    ...(trouble !== undefined && { trouble }),
  };
}

/**
 * The number of ready pods of the current template. As in `kubectl rollout status`, pods of an earlier template are subtracted:
 * they stay until the new ones are ready, so they say nothing about the new ones.
 */
function readyPods(deployment: ClusterObject, desired: number): number {
  const status = recordAt(deployment, "status");
  const generation = numberAt(deployment.metadata, "generation", 0);
  if (numberAt(status, "observedGeneration", 0) < generation) return 0;
  const earlier = numberAt(status, "replicas", 0) - numberAt(status, "updatedReplicas", 0);
  return Math.max(0, Math.min(desired, numberAt(status, "readyReplicas", 0) - earlier));
}

function troublesOf(deployment: ClusterObject, pods: readonly ClusterObject[]): readonly PodTrouble[] {
  const refused = listAt(recordAt(deployment, "status"), "conditions").find(
    ({ type, status }) => type === "ReplicaFailure" && status === "True",
  );
  if (refused !== undefined) {
    return [
      {
        sentence: l10n.t("No pod can be created: {0}.", String(refused.message ?? "")),
        next: l10n.t("Change the values, or ask your cluster administrator."),
        step: "edit-values",
      },
    ];
  }
  // A failed pod stays as a record; the one that replaces it shows the present state.
  const isOver = (pod: ClusterObject) => recordAt(pod, "status").phase === "Failed";
  const inOrder = [...pods.filter((pod) => !isOver(pod)), ...pods.filter(isOver)];
  const troubles = inOrder.flatMap((pod) => podTrouble(pod) ?? []);
  if (troubles.length > 0) return troubles;
  return [
    {
      sentence: pods.length === 0 ? l10n.t("No pod has been created yet.") : l10n.t("It is starting."),
      step: "wait",
    },
  ];
}

/** True if a component that is not ready is merely starting: nothing is wrong with it yet. */
export function isOnlyStarting({ trouble }: ComponentState): boolean {
  return trouble === undefined;
}

/** The components of the operator (spec section 1), by what charts call them in labels and names. */
const COMPONENTS: Readonly<Record<string, string>> = {
  controller: "controller",
  server: "subscriptionServer",
  subscriptionserver: "subscriptionServer",
  webhook: "webhook",
  webhooks: "webhook",
};

function componentName({ metadata: { name, labels } }: ClusterObject, release: string): string {
  const said = labels?.["app.kubernetes.io/component"];
  const shortened = name.startsWith(`${release}-`) ? name.slice(release.length + 1) : name;
  for (const candidate of [said, shortened, shortened.slice(shortened.lastIndexOf("-") + 1)]) {
    const known = COMPONENTS[candidate?.toLowerCase().replaceAll("-", "") ?? ""];
    if (known !== undefined) return known;
  }
  return said ?? shortened;
}
