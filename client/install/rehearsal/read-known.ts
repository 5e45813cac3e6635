import * as l10n from "@vscode/l10n";
import type { HelmCapabilities } from "../../cli/capabilities.ts";
import type { UpgradePlan } from "../../cli/changes.ts";
import { applyMethod } from "../../cli/inspect.ts";
import { get } from "../../cli/kubectl.ts";
import { getLive } from "../../cli/trials.ts";
import { kindsBrought } from "../../manifests/crds.ts";
import { Manifest } from "../../manifests/manifest.ts";
import { type RawObject, readObjects } from "../../manifests/objects.ts";
import { type ApplyMethod, type Known, nameOnly } from "./sendings.ts";
import { type Asking, severalAtATime } from "./try-sendings.ts";
import type { Scenery } from "./verdict.ts";

/** What is to be rehearsed. */
export interface RehearsalRequest {
  readonly plan: UpgradePlan;
  readonly can: HelmCapabilities;
  /** What Helm would send, including its hooks. */
  readonly after: Manifest;
  /**
   * The manifest of the revision that Helm compares with: the deployed one, or the newest if none is deployed. Absent on a first
   * installation.
   */
  readonly before?: Manifest;
  /** The CRDs in the chart's `crds/` folder, as YAML. */
  readonly crds: string;
  /** The variable HELM_DRIVER, if it is set: it says what kind of storage Helm uses for its releases. */
  readonly driver?: string;
}

/** Reads what determines how objects are sent and what a refusal means. */
export async function readKnown(
  step: Asking,
  request: RehearsalRequest,
): Promise<{ readonly known: Known; readonly scenery: Scenery }> {
  const { plan } = request;
  const manifests = knownBefore(request);
  const [method, live, isNewNamespace] = await Promise.all([
    methodOf(step, request),
    liveObjects(step, plan, [...manifests.before, ...manifests.after, ...manifests.crds]),
    isNamespaceNew(step, plan),
  ]);
  const known: Known = { ...manifests, method, live, isNewNamespace };
  return { known, scenery: sceneryOf(request, known) };
}

/** What is known without asking the cluster. */
export function knownBefore({
  plan,
  before,
  after,
  crds,
  driver,
}: RehearsalRequest): Omit<Known, "method" | "live" | "isNewNamespace"> {
  return {
    ...(driver !== undefined && { driver }),
    release: plan.at.release,
    namespace: plan.at.namespace,
    isUpgrade: before !== undefined,
    before: before === undefined ? [] : Manifest.sent(before),
    after: Manifest.sent(after),
    crds: readObjects(crds).filter(({ kind }) => kind === "CustomResourceDefinition"),
  };
}

/**
 * Helm sticks to the method that the release began with (`--server-side=auto`). If it does not say which, that of a new release
 * is assumed.
 */
async function methodOf(step: Asking, { plan, can, before }: RehearsalRequest): Promise<ApplyMethod> {
  if (can.version.major < 4) return "client-side";
  if (before === undefined) return "server-side";
  const said = await step.ask(plan.at, applyMethod(plan.at));
  return "answer" in said ? said.answer : "server-side";
}

async function liveObjects(
  step: Asking,
  { at }: UpgradePlan,
  objects: readonly RawObject[],
): Promise<readonly RawObject[]> {
  const byNamespace = new Map<string, Set<string>>();
  for (const object of objects) {
    if (object.value === undefined || object.name === "") continue;
    const namespace = object.namespace ?? at.namespace;
    const texts = byNamespace.get(namespace) ?? new Set();
    byNamespace.set(namespace, texts.add(JSON.stringify(nameOnly(object))));
  }
  const found: RawObject[] = [];
  await severalAtATime([...byNamespace], async ([namespace, texts]) => {
    // If the cluster lacks a kind, the call fails, but still prints the other objects.
    const { stdout } = await step.attempt(getLive(at, namespace, [...texts]));
    found.push(...readObjects(stdout));
  });
  return found;
}

/** Whether Helm has to create the namespace. If that cannot be found out, it does not. */
async function isNamespaceNew(step: Asking, { at, createNamespace }: UpgradePlan): Promise<boolean> {
  if (!createNamespace) return false;
  const found = await step.ask(at, get(at, "namespaces", { name: at.namespace }));
  return "answer" in found && found.answer.length === 0;
}

function sceneryOf(
  { plan, crds }: RehearsalRequest,
  { after, live, isUpgrade, isNewNamespace }: Known,
): Scenery {
  const made = new Set(after.map(({ kind, name }) => `${kind} ${name}`));
  const there = new Set(live.filter(({ kind }) => kind === "Namespace").map(({ name }) => name));
  const namespaces = after
    .filter(({ kind, name }) => kind === "Namespace" && !there.has(name))
    .map(({ name }) => name);
  return {
    at: plan.at,
    doing: isUpgrade ? l10n.t("upgrading") : l10n.t("installing"),
    newNamespaces: new Set([...namespaces, ...(isNewNamespace ? [plan.at.namespace] : [])]),
    newKinds: isUpgrade ? new Set() : kindsBrought(crds),
    brings: (kind, name) => made.has(`${kind} ${name}`),
  };
}
