import * as l10n from "@vscode/l10n";
import { tryCreating } from "../../cli/trials.ts";
import type { RawObject } from "../../manifests/objects.ts";
import { isMap, mapOf, type YamlMap } from "../../manifests/yaml.ts";
import { type Known, type Sending, turnOf } from "./sendings.ts";
import { sameJson } from "./three-way-merge.ts";
import { type PodsNeeded, podClashesIn, type Quota } from "./together.ts";
import { type Asking, severalAtATime } from "./try-sendings.ts";
import { ACCEPTED, refusedFor, type Scenery, untried, type Verdict, verdictOf } from "./verdict.ts";

/** Tries the pods of workloads that will get new ones: each on its own, and on a first installation also together, against the quotas. */
export async function tryPods(
  step: Asking,
  sendings: readonly Sending[],
  quotas: readonly Quota[],
  known: Known,
  scenery: Scenery,
): Promise<ReadonlyMap<Sending, Verdict>> {
  const verdicts = new Map<Sending, Verdict>();
  const kept = new Map<Sending, YamlMap>();
  const made = sendings.flatMap((sending) => {
    const then = sending.isHook ? { ...scenery, brings: broughtBefore(sending, known) } : scenery;
    const pod = podSending(sending, known, then);
    return pod === undefined ? [] : [{ sending, pod, then }];
  });
  await severalAtATime(made, async ({ sending, pod, then }) => {
    const { verdict, value } = await tryPod(step, pod, sending, then);
    verdicts.set(sending, verdict);
    if (value !== undefined) kept.set(sending, value);
  });
  const needed = known.isUpgrade ? [] : sendings.flatMap((sending) => podsNeeded(sending, kept.get(sending)));
  for (const { sending, error } of podClashesIn(needed, quotas)) {
    verdicts.set(sending, refusedFor(error, sending, scenery));
  }
  return verdicts;
}

/** The pods that exist for as long as their workload does. */
function podsNeeded(sending: Sending, pod: YamlMap | undefined): readonly PodsNeeded[] {
  const stays = ["Deployment", "StatefulSet", "ReplicaSet"].includes(sending.kind) && !sending.isHook;
  if (pod === undefined || !stays) return [];
  return [{ sending, pod, count: replicasOf(sending.kind, sending.value) }];
}

/** What the release has created by the time a hook runs: the hooks that run before it and, for a post hook, everything else. */
function broughtBefore(sending: Sending, { after, isUpgrade }: Known): Scenery["brings"] {
  const own = after.find(({ kind, name, hook }) => hook && kind === sending.kind && name === sending.name);
  const turn = turnOf(own?.value, isUpgrade);
  const isBrought = (one: RawObject): boolean => {
    if (!one.hook) return turn !== 0;
    const other = turnOf(one.value, isUpgrade);
    if (own === undefined || turn === undefined || other === undefined) return false;
    return other === turn ? isLighter(one, own) : other < turn;
  };
  return (kind, name) => after.some((one) => one.kind === kind && one.name === name && isBrought(one));
}

/** Helm runs the hooks of an event in the order of their weights, then of their names (`pkg/action/hooks.go`, `hookByWeight`). */
function isLighter(one: RawObject, other: RawObject): boolean {
  const [weight, otherWeight] = [one, other].map((hook) => Number(hookText(hook, "helm.sh/hook-weight")));
  return weight === otherWeight ? one.name < other.name : (weight ?? 0) < (otherWeight ?? 0);
}

function hookText(hook: RawObject | undefined, name: string): string {
  return String(mapOf(mapOf(hook?.value?.metadata).annotations)[name] ?? "");
}

/** The pod that is tried for a workload. Undefined if the workload gets no new pods, or they cannot be tried. */
function podSending(sending: Sending, known: Known, { brings, newNamespaces }: Scenery): Sending | undefined {
  const { kind, name, value, way, namespace } = sending;
  if (way === "delete" || newNamespaces.has(namespace)) return undefined;
  const pod = podOf({ kind, name, value });
  if (pod === undefined || replicasOf(kind, value) === 0) return undefined;
  if (!sending.isHook && !makesNewPods(sending, known)) return undefined;
  const { serviceAccountName, ...spec } = mapOf(pod.spec);
  const account = typeof serviceAccountName === "string" ? serviceAccountName : "default";
  // The service account comes with the same installation. Without it, the rest of the pod can be tried.
  const tried = brings("ServiceAccount", account) ? { ...pod, spec } : pod;
  return { ...sending, ...{ kind: "Pod", apiVersion: "v1", name: `${name}-`, way: "create", value: tried } };
}

/** Whether a workload gets new pods: because it is new, its template has changed, or there will be more of them. */
function makesNewPods(
  { kind, name, namespace }: Sending,
  { before, after, namespace: usual }: Known,
): boolean {
  const isIt = (one: RawObject) =>
    one.kind === kind && one.name === name && (one.namespace ?? usual) === namespace && !one.hook;
  const [old, now] = [before.find(isIt), after.find(isIt)];
  if (old?.value === undefined || now?.value === undefined) return true;
  return !sameJson(podOf(old), podOf(now)) || replicasOf(kind, now.value) > replicasOf(kind, old.value);
}

/** What the API server says about a pod, and how it would store it. */
async function tryPod(
  step: Asking,
  pod: Sending,
  owner: Sending,
  scenery: Scenery,
): Promise<{ readonly verdict: Verdict; readonly value?: YamlMap }> {
  if (step.signal.aborted) return { verdict: untried(l10n.t("It was canceled.")) };
  const invocation = tryCreating(scenery.at, pod.namespace, JSON.stringify(pod.value));
  const result = await step.attempt(invocation);
  if (result.exitCode === 0) return { verdict: ACCEPTED, value: invocation.parse(result.stdout) };
  return { verdict: ofPods(verdictOf(result, pod, scenery), owner) };
}

/** What the refusal of one pod means for those that a controller will create. */
function ofPods(verdict: Verdict, owner: Sending): Verdict {
  if (verdict.is !== "refused") return verdict;
  const [{ kind = "", said = "" } = {}] = verdict.failures;
  if (kind === "forbidden")
    return untried(l10n.t("You are not allowed to create pods, but controllers are."));
  if (owner.isThere && /exceeded quota/.test(said)) {
    return untried(l10n.t("Whether the quota has room for new pods depends on the ones that they replace."));
  }
  return verdict;
}

/**
 * The pod that a controller creates for a workload, without its owner; undefined for objects that have no pods. Quotas, limit
 * ranges and pod security are applied to pods only: the API server accepts a Deployment whose pods it will refuse.
 */
function podOf({ kind, name, value }: Pick<RawObject, "kind" | "name" | "value">): YamlMap | undefined {
  const template = templateOf(kind, mapOf(value?.spec));
  if (template === undefined) return undefined;
  const { labels, annotations } = mapOf(template.metadata);
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      generateName: `${name}-`,
      ...(isMap(labels) && { labels }),
      ...(isMap(annotations) && { annotations }),
    },
    spec: mapOf(template.spec),
  };
}

/** How many pods a workload has at first. */
function replicasOf(kind: string, value: YamlMap): number {
  const { replicas, parallelism } = mapOf(value.spec);
  const count = kind === "Job" ? parallelism : replicas;
  return typeof count === "number" ? count : 1;
}

function templateOf(kind: string, spec: YamlMap): YamlMap | undefined {
  switch (kind) {
    case "Deployment":
    case "StatefulSet":
    case "DaemonSet":
    case "ReplicaSet":
    case "Job":
      return isMap(spec.template) ? spec.template : undefined;
    case "CronJob":
      return templateOf("Job", mapOf(mapOf(spec.jobTemplate).spec));
    default:
      return undefined;
  }
}
