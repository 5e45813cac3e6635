import { showCrds } from "../charts/chart.ts";
import type { HelmCapabilities } from "../cli/capabilities.ts";
import type { UpgradePlan } from "../cli/changes.ts";
import { explainFailure, type Failure, type FailureKind } from "../cli/failure.ts";
import { missingKinds } from "../cli/failures/kind-failures.ts";
import { dryRun, getManifest, template } from "../cli/inspect.ts";
import type { ReleaseState } from "../cli/release.ts";
import type { NextStep, TextPair } from "../installation-ports.ts";
import { pairs } from "../manifests/comparing.ts";
import { kindsBrought } from "../manifests/crds.ts";
import type { Manifest } from "../manifests/manifest.ts";
import type { Step, Surroundings } from "../operation/operation.ts";
import { RunFailed, readOutput } from "../operation/step.ts";
import type { Choice } from "../ports.ts";

/** What an installation would change. */
export interface PlannedChanges {
  /** Only what differs. Secret data are hidden. */
  readonly pairs: readonly TextPair[];
  /** Whether templates could look things up in the cluster, or were rendered without it. */
  readonly source: "cluster" | "chart";
  /** Why the cluster was not asked. */
  readonly note?: string;
  /** Why the real run fails for certain: the cluster lacks kinds that the chart does not bring. */
  readonly failure?: Failure;
}

/** A dry run that fails for one of these need not stop the real run: CRDs of the chart may not be there yet. */
const NO_PROOF: readonly FailureKind[] = ["kind-missing", "forbidden", "unknown", "timeout"];

/**
 * What the plan would change in the live release: by a dry run in the cluster where this Helm can do so, else by
 * rendering. Throws `RunFailed` for what would make the real run fail as well.
 */
export async function plannedChanges(
  step: Step,
  plan: UpgradePlan,
  live: ReleaseState | undefined,
  can: HelmCapabilities,
): Promise<PlannedChanges> {
  const before = live && (await step.call(getManifest(plan.at, live.revision)));
  const asked = await askCluster(step, plan, can);
  if ("manifest" in asked) {
    return { pairs: pairs(before, asked.manifest, plan.at.namespace), source: "cluster" };
  }
  const { failure, note } = asked;
  const rendered = await step.call(template(plan, live !== undefined));
  const isCertain = failure !== undefined && (await isWithoutRemedy(step, plan, live, failure));
  return {
    pairs: pairs(before, rendered, plan.at.namespace),
    source: "chart",
    note,
    ...(isCertain && { failure }),
  };
}

async function askCluster(
  step: Step,
  plan: UpgradePlan,
  can: HelmCapabilities,
): Promise<{ manifest: Manifest } | { note: string; failure?: Failure }> {
  const invocation = dryRun(plan, can);
  if (invocation === undefined) {
    return { note: `Helm ${can.version.text} is too old to ask the cluster.` };
  }
  const result = await step.attempt(invocation);
  if (result.exitCode === 0) return { manifest: readOutput(invocation, result) };
  const { program, args } = invocation;
  const failure: Failure = explainFailure(
    { ...result, program, args },
    { at: plan.at, chart: plan.source ?? plan.chart, doing: "trying it out" },
  );
  if (result.interrupted || !NO_PROOF.includes(failure.kind)) throw new RunFailed(invocation, result);
  return { note: failure.sentence, failure };
}

/** Whether kinds are missing that the chart does not bring: Helm creates what is in `crds/` at a first installation only. */
async function isWithoutRemedy(
  step: Step,
  { chart }: UpgradePlan,
  live: ReleaseState | undefined,
  { kind, said = "" }: Failure,
): Promise<boolean> {
  if (kind !== "kind-missing") return false;
  if (live !== undefined) return true;
  const brought = kindsBrought(await step.call(showCrds(chart)));
  return missingKinds(said).some(({ apiVersion, kind }) => !brought.has(`${apiVersion}/${kind}`));
}

/** How many objects are new, changed and gone, such as `2 new, 1 changed`. */
export function countOf(changes: readonly TextPair[]): string {
  const counts = [
    [changes.filter(({ before }) => before === undefined).length, "new"],
    [changes.filter(({ before, after }) => before !== undefined && after !== undefined).length, "changed"],
    [changes.filter(({ after }) => after === undefined).length, "removed"],
  ] as const;
  const said = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return said.length === 0 ? "none" : said.join(", ");
}

/** The title of a comparison, which says whom was asked. */
export function changesTitle(plan: UpgradePlan, live: ReleaseState | undefined, { source }: PlannedChanges) {
  const before = live === undefined ? "nothing yet" : `revision ${live.revision}`;
  const after = source === "cluster" ? "dry run" : "rendered without the cluster";
  return `${plan.at.release} in ${plan.at.context}: ${before} ↔ ${after}`;
}

const ALL = "all";

/**
 * Shows what would change: all of it, or the object that the person picks of several. The title of the editor offers
 * how to go on.
 */
export async function showChanges(
  around: Surroundings,
  title: string,
  { pairs, source }: PlannedChanges,
  next: NextStep,
): Promise<void> {
  const [first] = pairs;
  if (first === undefined) {
    const how =
      source === "cluster" ? "as the cluster would have it" : "as the chart renders without the cluster";
    await around.prompts.info(`Nothing would change, ${how}.`);
    return;
  }
  const showOne = (pair: TextPair) => around.pages.compare(`${title}: ${pair.name}`, [pair], next);
  if (pairs.length === 1) return showOne(first);
  const choices: Choice<TextPair | typeof ALL>[] = [
    { label: `$(diff-multiple) All ${pairs.length} objects`, value: ALL },
    ...pairs.map(choice),
  ];
  const picked = await around.prompts.pick(choices, "CAP Operator: Preview Installation", title);
  if (picked === undefined) return;
  await (picked === ALL ? around.pages.compare(title, pairs, next) : showOne(picked));
}

function choice(pair: TextPair): Choice<TextPair> {
  const { name, before, after } = pair;
  if (before === undefined) return { label: `$(diff-added) ${name}`, description: "new", value: pair };
  if (after === undefined) return { label: `$(diff-removed) ${name}`, description: "removed", value: pair };
  return { label: `$(diff-modified) ${name}`, description: "changed", value: pair };
}
