import * as l10n from "@vscode/l10n";
import { tryPatching, trySending } from "../../cli/trials.ts";
import { isClusterWide } from "../../manifests/objects.ts";
import type { Step } from "../../operation/operation.ts";
import type { Invocation, RunResult } from "../../program-ports.ts";
import { inDefaultNamespace, type Sending } from "./sendings.ts";
import {
  ACCEPTED,
  newNamespace,
  type Scenery,
  untried,
  type Verdict,
  verdictOf,
  warningsIn,
} from "./verdict.ts";

/** What trying objects needs from a step. */
export type Asking = Pick<Step, "attempt" | "ask" | "report" | "signal">;

/** How many programs run at a time. */
const AT_A_TIME = 4;

/** Tries objects in their own namespace. If that does not exist yet, they can only be checked for validity. */
export async function tryAll(
  step: Asking,
  sendings: readonly Sending[],
  scenery: Scenery,
): Promise<ReadonlyMap<Sending, Verdict>> {
  const isInNew = ({ namespace, kind }: Sending) =>
    scenery.newNamespaces.has(namespace) && !isClusterWide(kind);
  const there = sendings.filter((sending) => !isInNew(sending));
  const verdicts = new Map(await trySendings(step, there, scenery));
  const checked = new Map(sendings.filter(isInNew).map((sending) => [inDefaultNamespace(sending), sending]));
  const checks = await trySendings(step, [...checked.keys()], scenery);
  for (const [copy, sending] of checked) verdicts.set(sending, checkedOnly(sending, checks.get(copy)));
  return new Map(
    sendings.map((sending) => [sending, verdicts.get(sending) ?? untried(l10n.t("It was not tried."))]),
  );
}

/** What a check in another namespace tells us: an object that is invalid there is invalid everywhere. Nothing else carries over. */
function checkedOnly({ namespace }: Sending, verdict: Verdict | undefined): Verdict {
  const isInvalid =
    verdict?.is === "refused" && verdict.failures.every(({ kind }) => kind === "invalid-object");
  return isInvalid ? verdict : untried(newNamespace(namespace, verdict?.is === "accepted"));
}

/**
 * Tries objects on the API server. All objects that are sent in the same way to the same namespace go into one call. Those that
 * this call does not accept, or all of them if it warns, are tried one by one, so that each answer belongs to one object.
 */
async function trySendings(
  step: Asking,
  sendings: readonly Sending[],
  scenery: Scenery,
): Promise<ReadonlyMap<Sending, Verdict>> {
  const verdicts = new Map<Sending, Verdict>();
  const alone: Sending[] = [];
  for (const group of groupsOf(sendings)) {
    const names = await acceptedTogether(step, group, scenery);
    for (const sending of group) {
      if (names.has(printedName(sending))) verdicts.set(sending, ACCEPTED);
      else alone.push(sending);
    }
  }
  await severalAtATime(alone, async (sending) => {
    verdicts.set(sending, await tryAlone(step, sending, scenery));
  });
  return verdicts;
}

/** Does some work for each of many items, a few at a time. */
export async function severalAtATime<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = [...all];
  const worker = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: Math.min(AT_A_TIME, all.length) }, worker));
}

/** Tries one object, and once more if somebody else changed it at that moment. */
async function tryAlone(step: Asking, sending: Sending, scenery: Scenery): Promise<Verdict> {
  const { at } = scenery;
  if (step.signal.aborted) return untried(l10n.t("It was canceled."));
  const texts = [JSON.stringify(sending.value)];
  if (sending.way === "replace") {
    const patched = await step.attempt(tryPatching(at, sending.namespace, texts));
    // Policies then see the live object, whose faults the upgrade may mend: only the permission counts.
    if (/cannot patch resource/.test(patched.stderr)) return verdictOf(patched, sending, scenery);
  }
  const invocation = trySending(at, sending.way, sending.namespace, texts);
  const first = await step.attempt(invocation);
  const isOutdated = /the object has been modified/.test(first.stderr);
  return verdictOf(isOutdated ? await step.attempt(invocation) : first, sending, scenery);
}

/** The printed names of the objects that a single call accepts. None if it warns, as a warning does not say which object it is about. */
async function acceptedTogether(
  step: Asking,
  group: readonly Sending[],
  { at }: Scenery,
): Promise<ReadonlySet<string>> {
  const [{ way, namespace } = { way: "apply", namespace: "" } as const] = group;
  if (group.length < 2) return new Set();
  const texts = group.map(({ value }) => JSON.stringify(value));
  const tried = await accepted(step, trySending(at, way, namespace, texts));
  if (way !== "replace" || tried.size === 0) return onlyOnce(tried, group);
  const patched = await accepted(step, tryPatching(at, namespace, texts));
  return onlyOnce(new Set([...tried].filter((name) => patched.has(name))), group);
}

async function accepted(
  step: Asking,
  invocation: Invocation<readonly string[]>,
): Promise<ReadonlySet<string>> {
  const result: RunResult = await step.attempt(invocation);
  if (warningsIn(result.stderr).length > 0) return new Set();
  return new Set(invocation.parse(result.stdout));
}

/** Without the names that several objects of the group share. */
function onlyOnce(names: ReadonlySet<string>, group: readonly Sending[]): ReadonlySet<string> {
  const seen = group.map(printedName);
  return new Set([...names].filter((name) => seen.indexOf(name) === seen.lastIndexOf(name)));
}

/** Objects that can be sent in one call. */
function groupsOf(sendings: readonly Sending[]): readonly (readonly Sending[])[] {
  const groups = new Map<string, Sending[]>();
  for (const sending of sendings) {
    const key = `${sending.way} ${sending.namespace}`;
    groups.set(key, [...(groups.get(key) ?? []), sending]);
  }
  return [...groups.values()];
}

/** The name that kubectl prints for an object, such as `deployment.apps/web`. */
function printedName({ kind, apiVersion, name, triedAs = name }: Sending): string {
  const group = apiVersion.includes("/") ? `.${apiVersion.split("/")[0]}` : "";
  return `${kind.toLowerCase()}${group}/${triedAs}`;
}
