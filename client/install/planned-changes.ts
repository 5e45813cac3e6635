import * as l10n from "@vscode/l10n";
import type { ObjectsOf } from "../../server/lsp/protocol.ts";
import { showCrds } from "../charts/chart.ts";
import type { HelmCapabilities } from "../helm/capabilities.ts";
import type { UpgradePlan } from "../helm/changing-commands.ts";
import { explainFailure } from "../helm/failure.ts";
import { missingKinds } from "../helm/failures/object-errors.ts";
import type { Failure, FailureKind } from "../helm/failures/row.ts";
import { dryRun, getManifest, template } from "../helm/reading-commands.ts";
import type { ReleaseState } from "../helm/release.ts";
import { pairs } from "../manifests/comparing.ts";
import { crdPairs, kindsBrought } from "../manifests/crds.ts";
import type { Manifest } from "../manifests/manifest.ts";
import type { CommandContext, Step } from "../operation/operation.ts";
import { RunFailed, readOutput } from "../operation/step.ts";
import type { Choice } from "../ports/editor.ts";
import type { NextStep, TextPair } from "../ports/installation.ts";
import { type DryRun, rehearse } from "./rehearsal/rehearse.ts";
import { untriedLine, verdictCounts } from "./rehearsal/words.ts";

export interface PlannedChanges {
  /** Only what differs. Secret data are hidden. */
  readonly pairs: readonly TextPair[];
  /** `cluster` if templates could look things up in the cluster, `chart` if they were rendered without it. */
  readonly source: "cluster" | "chart";
  /** The reason for not asking the cluster. */
  readonly note?: string;
  /** The failure that the real run certainly has: the cluster lacks kinds that the chart does not provide. */
  readonly failure?: Failure;
  /** The verdict of the API server on each object. */
  readonly rehearsal: readonly DryRun[];
  /** The CRDs in the chart's `crds/` folder, as YAML. */
  readonly crds: string;
}

/** Changes to show; those between two revisions were not rehearsed. */
type ShownChanges = Pick<PlannedChanges, "pairs" | "source"> & Partial<Pick<PlannedChanges, "rehearsal">>;

/** A dry run that fails for one of these reasons need not stop the real run: CRDs of the chart may not be there yet. */
const NO_PROOF: readonly FailureKind[] = ["kind-missing", "forbidden", "unknown", "timeout"];

/**
 * The changes that the plan would make to the live release, found by a dry run in the cluster if this Helm supports it, otherwise
 * by rendering; with the verdict of the API server on each object. Throws `RunFailed` if the real run would fail for the same
 * reason.
 */
export async function plannedChanges(
  step: Step,
  plan: UpgradePlan,
  live: ReleaseState | undefined,
  can: HelmCapabilities,
): Promise<PlannedChanges> {
  const before = live && (await step.call(getManifest(plan.target, live.revision)));
  const asked = await askCluster(step, plan, can);
  const after = "manifest" in asked ? asked.manifest : await step.call(template(plan, live !== undefined));
  const crds = await step.call(showCrds(plan.chart));
  const isUpgrade = live !== undefined;
  const rehearsal = await rehearse(step, { plan, can, rendered: after, crds, isUpgrade });
  const differing = crdsLast([
    ...pairs(before, after, plan.target.namespace),
    ...(isUpgrade ? [] : crdsToCreate(crds, rehearsal)),
  ]);
  const changes = { pairs: differing, rehearsal, crds };
  if ("manifest" in asked) return { ...changes, source: "cluster" };
  const { failure, note } = asked;
  const isCertain = failure !== undefined && isWithoutRemedy(crds, live, failure);
  return { ...changes, source: "chart", note, ...(isCertain && { failure }) };
}

/** The CRDs that a first installation creates: those that are not there already, as far as that is known. */
export function crdsToCreate(crds: string, rehearsal: readonly DryRun[] = []): readonly TextPair[] {
  const there = new Set(
    rehearsal.flatMap(({ key, verdict }) => (verdict.is === "accepted" && verdict.isThere ? [key] : [])),
  );
  return crdPairs("", crds)
    .map(({ name, ...texts }) => ({ name: `CustomResourceDefinition/${name}`, ...texts }))
    .filter(({ name }) => !there.has(name));
}

/** Moves CRDs to the end: charts bring many, which few people read. */
export function crdsLast(all: readonly TextPair[]): readonly TextPair[] {
  const isCrd = ({ name }: TextPair) => name.startsWith("CustomResourceDefinition/");
  return [...all.filter((pair) => !isCrd(pair)), ...all.filter(isCrd)];
}

async function askCluster(
  step: Step,
  plan: UpgradePlan,
  can: HelmCapabilities,
): Promise<{ manifest: Manifest } | { note: string; failure?: Failure }> {
  const invocation = dryRun(plan, can);
  if (invocation === undefined) {
    return { note: l10n.t("Helm {0} is too old for a dry run in the cluster.", can.version.text) };
  }
  const result = await step.attempt(invocation);
  if (result.exitCode === 0) return { manifest: readOutput(invocation, result) };
  const failure: Failure = explainFailure(
    { ...invocation, ...result },
    { target: plan.target, chart: plan.source ?? plan.chart, doing: l10n.t("the dry run") },
  );
  if (result.interrupted || !NO_PROOF.includes(failure.kind)) throw new RunFailed(invocation, result);
  return { note: failure.sentence, failure };
}

/** True if kinds are missing that the run will not create. Helm applies `crds/` on a first installation only. */
function isWithoutRemedy(
  crds: string,
  live: ReleaseState | undefined,
  { kind, said = "" }: Failure,
): boolean {
  if (kind !== "kind-missing") return false;
  if (live !== undefined) return true;
  const brought = kindsBrought(crds);
  return missingKinds(said).some(({ apiVersion, kind }) => !brought.has(`${apiVersion}/${kind}`));
}

/** The numbers of new, changed and removed objects, such as `2 new, 1 changed`. */
export function countOf(changes: readonly TextPair[]): string {
  const counts = [
    [changes.filter(({ before }) => before === undefined).length, (n: number) => l10n.t("{0} new", n)],
    [
      changes.filter(({ before, after }) => before !== undefined && after !== undefined).length,
      (n: number) => l10n.t("{0} changed", n),
    ],
    [changes.filter(({ after }) => after === undefined).length, (n: number) => l10n.t("{0} removed", n)],
  ] as const;
  const said = counts.filter(([count]) => count > 0).map(([count, text]) => text(count));
  return said.length === 0 ? l10n.t("none") : said.join(", ");
}

/** The numbers of objects, of their changes, and of the API server's verdicts, such as `3 objects: 1 new, 2 unchanged; 3 would be accepted`. */
export function summaryOf({ pairs, rehearsal }: Pick<PlannedChanges, "pairs" | "rehearsal">): string {
  const removed = pairs.filter(({ after }) => after === undefined).length;
  const unchanged = rehearsal.length + removed - pairs.length;
  const changes = [
    ...(pairs.length > 0 ? [countOf(pairs)] : []),
    ...(unchanged > 0 ? [l10n.t("{0} unchanged", unchanged)] : []),
  ].join(", ");
  const all = rehearsal.length + removed;
  if (all === 0) return l10n.t("no objects");
  const said = [changes, verdictCounts(rehearsal)].filter((part) => part !== "").join("; ");
  return all === 1 ? l10n.t("1 object: {0}", said) : l10n.t("{0} objects: {1}", all, said);
}

/** The title of a comparison, which says whether the cluster was asked. */
export function changesTitle(plan: UpgradePlan, live: ReleaseState | undefined, { source }: PlannedChanges) {
  const before = live === undefined ? l10n.t("nothing yet") : l10n.t("revision {0}", live.revision);
  const after = source === "cluster" ? l10n.t("dry run") : l10n.t("rendered without the cluster");
  return l10n.t("{0} in {1}: {2} ↔ {3}", plan.target.release, plan.target.context, before, after);
}

/** Shows the changes: all of them, or those of an object that the person picks. The title of the editor offers the next step. `objects` are the sources of the new objects. */
export async function showChanges(
  context: CommandContext,
  title: string,
  { pairs, source, rehearsal }: ShownChanges,
  next?: NextStep,
  objects?: ObjectsOf,
): Promise<void> {
  if (pairs.length === 0) {
    await context.prompts.info(
      source === "cluster"
        ? l10n.t("Nothing would change, according to a dry run in the cluster.")
        : l10n.t("Nothing would change, according to the chart rendered without the cluster."),
    );
    return;
  }
  const show = (named: string, shown: readonly TextPair[]) => () =>
    context.pages.compare(named, shown, next, objects);
  const untried = rehearsal && untriedLine(rehearsal);
  const all: Choice<() => Promise<void>> = {
    label: `$(diff-multiple) ${l10n.t("All {0} changes", pairs.length)}`,
    ...(untried !== undefined && { detail: untried }),
    value: show(title, pairs),
  };
  const choices: Choice<() => Promise<void>>[] = [
    ...(pairs.length > 1 ? [all] : []),
    ...pairs.map((pair) => ({ ...words(pair), value: show(`${title}: ${pair.name}`, [pair]) })),
  ];
  const [only] = choices;
  if (choices.length === 1) return only?.value();
  const placeholder = rehearsal === undefined ? title : summaryOf({ pairs, rehearsal });
  const picked = await context.prompts.pick(
    choices,
    l10n.t("CAP Operator: Preview Installation"),
    placeholder,
  );
  await picked?.();
}

function words({ name, before, after }: TextPair): Omit<Choice<never>, "value"> {
  if (before === undefined) return { label: `$(diff-added) ${name}`, description: l10n.t("new") };
  if (after === undefined) return { label: `$(diff-removed) ${name}`, description: l10n.t("removed") };
  return { label: `$(diff-modified) ${name}`, description: l10n.t("changed") };
}
