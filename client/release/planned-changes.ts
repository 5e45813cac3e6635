import { showCrds } from "../charts/chart.ts";
import type { HelmCapabilities } from "../cli/capabilities.ts";
import type { UpgradePlan } from "../cli/changes.ts";
import { explainFailure, type Failure, type FailureKind } from "../cli/failure.ts";
import { missingKinds } from "../cli/failures/kind-failures.ts";
import { dryRun, getManifest, template } from "../cli/inspect.ts";
import type { ReleaseState } from "../cli/release.ts";
import type { RunOptions, TextPair } from "../installation-ports.ts";
import { pairs } from "../manifests/comparing.ts";
import { kindsBrought } from "../manifests/crds.ts";
import type { Manifest } from "../manifests/manifest.ts";
import { attempt, call, RunFailed, readOutput } from "../operation/run-invocation.ts";
import type { Ports } from "../ports.ts";

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
  ports: Ports,
  plan: UpgradePlan,
  live: ReleaseState | undefined,
  can: HelmCapabilities,
  options?: RunOptions,
): Promise<PlannedChanges> {
  const before = live && (await call(ports, getManifest(plan.at, live.revision), options));
  const asked = await askCluster(ports, plan, can, options);
  if ("manifest" in asked) {
    return { pairs: pairs(before, asked.manifest, plan.at.namespace), source: "cluster" };
  }
  const { failure, note } = asked;
  const rendered = await call(ports, template(plan, live !== undefined), options);
  const isCertain = failure !== undefined && (await isWithoutRemedy(ports, plan, live, failure, options));
  return {
    pairs: pairs(before, rendered, plan.at.namespace),
    source: "chart",
    note,
    ...(isCertain && { failure }),
  };
}

async function askCluster(
  ports: Ports,
  plan: UpgradePlan,
  can: HelmCapabilities,
  options?: RunOptions,
): Promise<{ manifest: Manifest } | { note: string; failure?: Failure }> {
  const invocation = dryRun(plan, can);
  if (invocation === undefined) {
    return { note: `Helm ${can.version.text} is too old to ask the cluster.` };
  }
  const result = await attempt(ports, invocation, options);
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
  ports: Ports,
  { chart }: UpgradePlan,
  live: ReleaseState | undefined,
  { kind, said = "" }: Failure,
  options?: RunOptions,
): Promise<boolean> {
  if (kind !== "kind-missing") return false;
  if (live !== undefined) return true;
  const brought = kindsBrought(await call(ports, showCrds(chart), options));
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
