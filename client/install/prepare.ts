import type { ValuesProblem } from "../../server/lsp/protocol.ts";
import { type ChartFacts, showChart } from "../charts/chart.ts";
import { chooseChart, rememberChart } from "../charts/chart-reference.ts";
import { isVersionWanted } from "../charts/chart-version.ts";
import { pinChart } from "../charts/pin-chart.ts";
import { capabilitiesOf, type HelmCapabilities, helmVersion, tooOldFor } from "../cli/capabilities.ts";
import type { UpgradePlan } from "../cli/changes.ts";
import type { Failure } from "../cli/failure.ts";
import { setting } from "../cli/recovery.ts";
import type { ChartRef, ReleaseAt } from "../cli/release.ts";
import { checkCluster } from "../cluster/check-cluster.ts";
import type { Needs, Prerequisite } from "../cluster/prerequisites/prerequisite.ts";
import { resolveTarget } from "../cluster/resolve-target.ts";
import type { ChartArchive } from "../installation-ports.ts";
import { call } from "../operation/run-invocation.ts";
import type { Ports } from "../ports.ts";
import { namedPlan } from "../release/named-release.ts";
import { nameProblem } from "../release/release-name.ts";
import { releaseState } from "../release/release-state.ts";
import { passGate, VALUES } from "./gate.ts";
import { type Found, lookAround } from "./preflight.ts";
import { previewedAt } from "./previewed.ts";
import { askRequiredValues } from "./required-values.ts";
import { readValuesFiles, type ValuesFile } from "./values-files.ts";
import { chooseWanted, type Wanted } from "./wanted.ts";

/** What is to be done, as a person chose it; no cluster has been asked about it yet. */
export interface Chosen {
  readonly wanted: Wanted;
  readonly at: ReleaseAt;
  readonly files: readonly ValuesFile[];
  readonly warnings: readonly ValuesProblem[];
  readonly chart: ChartRef;
  /** Keeps what was answered, once it has proven right. */
  keepAnswers(): Promise<void>;
}

/** What is to be done, looked at from all sides: nothing is left to be decided but whether to do it. */
export interface Prepared {
  readonly plan: UpgradePlan;
  /** What every call reads as the chart. */
  readonly archive: ChartArchive;
  readonly chart: ChartFacts;
  readonly can: HelmCapabilities;
  readonly found: Found;
  /** What the cluster has of what an installation needs. */
  readonly prerequisites: readonly Prerequisite[];
}

/** Asks the person what is to be installed where: trust, values, unsaved files, errors, context, chart, in this order. */
export async function choose(
  ports: Ports,
  title: string,
  target: string | undefined,
): Promise<Chosen | undefined> {
  if (!(await ports.dialogs.trusted())) return undefined;
  const previewed = previewedAt(target);
  const first = previewed ?? (await namedPlan(ports, target)) ?? (await chooseWanted(ports, title, target));
  if (first === undefined || first === "unknown values" || !(await named(ports, first))) return undefined;
  // Without a file the values are asked for, with what the cluster proposes.
  const isToAsk = first.of === undefined && previewed === undefined;
  const early = isToAsk ? await resolveTarget(ports, first) : undefined;
  if (isToAsk && early === undefined) return undefined;
  const wanted = early === undefined ? first : await askRequiredValues(ports, title, first, early);
  if (wanted === undefined) return undefined;
  const files = await readValuesFiles(ports, wanted.values);
  if (files === undefined) return undefined;
  const warnings = await passGate(ports, wanted.of, VALUES);
  if (warnings === undefined) return undefined;
  const cluster = early ?? (await resolveTarget(ports, wanted));
  if (cluster === undefined) return undefined;
  const chosen = await chooseChart(ports, title, wanted);
  if (chosen === undefined) return undefined;
  return {
    wanted,
    at: { ...cluster, release: wanted.release },
    files,
    warnings,
    chart: chosen.chart,
    keepAnswers: () => rememberChart(ports, chosen),
  };
}

/**
 * Looks at Helm, the chart and the cluster. Where Helm is too old, or the chart has another version than the one that is
 * written down, that is the answer; what programs say went wrong is thrown.
 */
export async function prepare(
  ports: Ports,
  chosen: Chosen,
  signal: AbortSignal,
): Promise<Prepared | Failure> {
  const { at, chart, files, wanted } = chosen;
  const can = capabilitiesOf(await call(ports, helmVersion(), { signal }));
  const tooOld = tooOldFor(can.version, chart);
  if (tooOld !== undefined) return helmTooOld(tooOld);
  const archive = await pinChart(ports, chart, { signal });
  const kept: ChartRef = { ref: archive.path };
  const facts = await call(ports, showChart(kept), { signal });
  if (chart.version !== undefined && !isVersionWanted(facts.version, chart.version)) {
    return otherVersion(chart, facts);
  }
  await chosen.keepAnswers();
  const { wait, rollbackOnFailure, timeout } = ports.installationSettings();
  const plan: UpgradePlan = {
    at,
    chart: kept,
    source: chart,
    valuesFiles: files.map(({ path }) => path),
    sets: wanted.sets,
    createNamespace: true,
    wait,
    rollbackOnFailure,
    timeout,
  };
  const needs: Needs = { ...(await ports.server.valuesFacts(wanted.of)), namespace: at.namespace };
  // Where the cluster does not answer, this says so, before many other questions wait for it.
  const release = await releaseState(ports, at, { signal });
  const [found, prerequisites] = await Promise.all([
    lookAround(ports, at, release, { signal }),
    checkCluster(ports, at, needs, signal),
  ]);
  return { plan, archive, chart: facts, can, found, prerequisites };
}

function helmTooOld(sentence: string): Failure {
  return {
    kind: "helm-too-old",
    sentence,
    next: "Update Helm, or set capOperator.helmPath to another one.",
    recovery: [setting("helmPath")],
  };
}

function otherVersion({ ref, version }: ChartRef, found: ChartFacts): Failure {
  return {
    kind: "chart-not-found",
    sentence: `The chart has version ${found.version}, not ${version}.`,
    next: "Correct capOperator.chartVersion, or the version of the release in the settings.",
    details: [`Chart: ${found.name} at ${ref}`],
    recovery: [setting("chart")],
  };
}

async function named(ports: Ports, { release, namespace }: Wanted): Promise<boolean> {
  const problem = nameProblem(release, namespace);
  if (problem === undefined) return true;
  const openSettings = "Open Settings";
  if ((await ports.prompts.error(problem, openSettings)) === openSettings) {
    await ports.settings.show("capOperator.releaseName");
  }
  return false;
}
