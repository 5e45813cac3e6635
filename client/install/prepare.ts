import * as l10n from "@vscode/l10n";
import { type ObjectsOf, VALUES_FACTS, type ValuesProblem } from "../../server/lsp/protocol.ts";
import type { ChartFacts } from "../charts/chart.ts";
import { chooseChart, rememberChart } from "../charts/choose-chart.ts";
import { fetchChart } from "../charts/fetch-chart.ts";
import { changeContext } from "../cluster/contexts.ts";
import type { Needs, Prerequisite } from "../cluster/prerequisites/prerequisite.ts";
import { checkCluster } from "../cluster/read-prerequisites.ts";
import { resolveTarget, targetOrNone } from "../cluster/resolve-target.ts";
import type { HelmCapabilities } from "../helm/capabilities.ts";
import type { UpgradePlan } from "../helm/changing-commands.ts";
import type { Failure } from "../helm/failures/row.ts";
import { RETRY, type RecoveryAction, setting } from "../helm/recovery.ts";
import type { ChartRef, ReleaseRef } from "../helm/release.ts";
import { NO_CLUSTER } from "../kubectl/target.ts";
import { needHelm } from "../operation/find-helm.ts";
import { passGate, readValuesFiles, VALUES, type ValuesFile } from "../operation/gate.ts";
import type { Operation, Step } from "../operation/operation.ts";
import { Refused } from "../operation/outcome.ts";
import type { ChartArchive } from "../ports/installation.ts";
import {
  chooseRequest,
  type InstallRequest,
  previewedAt,
  refuseBadNames,
} from "../release/install-request.ts";
import { isPending, releaseState } from "../release/release-state.ts";
import { freePending } from "../release/way-out.ts";
import { type PlannedChanges, plannedChanges } from "./planned-changes.ts";
import { type ClusterState, preflight } from "./preflight.ts";
import { askRequiredValues } from "./required-values.ts";

/** An installation as a person chose it; no cluster has been asked about it yet. */
export interface ChosenInstallation {
  readonly request: InstallRequest;
  readonly target: ReleaseRef;
  readonly files: readonly ValuesFile[];
  readonly warnings: readonly ValuesProblem[];
  readonly chart: ChartRef;
  /** The reason for having no cluster, if the command can go on without one. */
  readonly none?: string;
  /** Remembers the answers, once they have proved right. */
  keepAnswers(): Promise<void>;
}

/** An installation after all checks: only the decision to run it is left. */
export interface Prepared {
  readonly plan: UpgradePlan;
  /** The archive that every call reads as the chart. */
  readonly archive: ChartArchive;
  readonly chart: ChartFacts;
  readonly can: HelmCapabilities;
  readonly found: ClusterState;
  readonly prerequisites: readonly Prerequisite[];
  readonly changes: PlannedChanges;
}

/**
 * Looks for Helm, and asks the person what is to be installed where: values, unsaved files, errors, context, chart, in this order. Without a kubeconfig,
 * it ends the operation unless that `mayRender`.
 */
export async function choose(
  operation: Operation,
  title: string,
  target: string | undefined,
  { mayRender = false } = {},
): Promise<ChosenInstallation> {
  await needHelm(operation);
  const first = await chooseRequest(operation, title, target);
  refuseBadNames(operation, first);
  // Without a file, the person is asked for the values, with proposals from the cluster.
  const isToAsk = first.of === undefined && previewedAt(target) === undefined;
  const early = isToAsk ? await resolveTarget(operation, first) : undefined;
  const request = early === undefined ? first : await askRequiredValues(operation, title, first, early);
  const files = await readValuesFiles(operation, request.values);
  const warnings = await passGate(operation, request.of, VALUES);
  const found = early ?? (await (mayRender ? targetOrNone : resolveTarget)(operation, request));
  const cluster = "none" in found ? { ...NO_CLUSTER, namespace: request.namespace } : found;
  const chosen = await chooseChart(operation, title, request);
  return {
    request,
    target: { ...cluster, release: request.release },
    files,
    warnings,
    chart: chosen.chart,
    ...("none" in found && { none: found.none }),
    keepAnswers: () => rememberChart(operation, chosen),
  };
}

/** The same, in another context, which the person chooses for this workspace. */
export async function inOtherContext(
  operation: Operation,
  chosen: ChosenInstallation,
): Promise<ChosenInstallation> {
  await changeContext(operation);
  const { request } = chosen;
  return { ...chosen, target: { ...(await resolveTarget(operation, request)), release: request.release } };
}

/**
 * Checks Helm, the chart and the cluster, and works out what would change. With `free`, a pending release is freed first, if the
 * person wants that. Refuses if something stands in the way.
 */
export async function prepare(
  operation: Operation,
  chosen: ChosenInstallation,
  { free }: { readonly free: boolean },
): Promise<Prepared> {
  const { target } = chosen;
  aboutInstalling(operation, chosen);
  const looked = await operation.read(l10n.t("Checking {0} in {1}", target.release, target.context), (step) =>
    lookAt(step, chosen),
  );
  const { name, version } = looked.chart;
  operation.about({ given: { name, version } });
  const found = free ? await freed(operation, target, looked) : looked.found;
  if (found.namespace === "terminating") throw new Refused(terminating(target.namespace));
  const changes = await operation.read(
    l10n.t("Working out what would change in {0}", target.context),
    (step) => plannedChanges(step, looked.plan, found.release, looked.can),
  );
  return { ...looked, found, changes };
}

/** The sources of an installation's objects; undefined if its values are in no file and no release. */
export function objectsOf(
  { request: { of: values }, target: { release, namespace } }: ChosenInstallation,
  { name, version }: ChartFacts,
): ObjectsOf | undefined {
  return values && { of: values, chart: { name, version }, as: { release, namespace } };
}

/** Sets the context of failures from here on. */
export function aboutInstalling(operation: Operation, chosen: ChosenInstallation): void {
  const { target, files, chart, request } = chosen;
  operation.about({
    target,
    chart,
    release: target,
    doing: l10n.t("preparing the installation"),
    values: files.map(({ uri }) => uri),
    outcome: l10n.t("Nothing was changed."),
    adapt: (failure) => whereItIsWritten(failure, chosen),
    of: request.of,
    from: request.from,
  });
}

async function lookAt(step: Step, chosen: ChosenInstallation): Promise<Omit<Prepared, "changes">> {
  const { target, chart, request } = chosen;
  const { archive, facts, can } = await fetchChart(step, chart);
  const kept: ChartRef = { ref: archive.path };
  await chosen.keepAnswers();
  const needs: Needs = {
    ...(await step.server.ask(VALUES_FACTS, { of: request.of })),
    namespace: target.namespace,
  };
  // Comes first: if the cluster does not answer, this reports it before many other calls have to wait for it.
  const release = await releaseState(step, target);
  const [found, prerequisites] = await Promise.all([
    preflight(step, target, release),
    checkCluster(step, target, needs),
  ]);
  return { plan: planOf(step, chosen, kept), archive, chart: facts, can, found, prerequisites };
}

/** The plan of an installation with a chart that is kept. */
export function planOf(
  step: Step,
  { target, files, chart, request }: ChosenInstallation,
  kept: ChartRef,
): UpgradePlan {
  const { wait, rollbackOnFailure, timeout } = step.installationSettings();
  return {
    target,
    chart: kept,
    source: chart,
    valuesFiles: files.map(({ path }) => path),
    sets: request.sets,
    createNamespace: true,
    wait,
    rollbackOnFailure,
    timeout,
  };
}

async function freed(
  operation: Operation,
  target: ReleaseRef,
  { found, can }: Omit<Prepared, "changes">,
): Promise<ClusterState> {
  if (found.release === undefined || !isPending(found.release)) return found;
  await freePending(operation, target, found.release, can);
  const title = l10n.t("Checking {0} in {1} again", target.release, target.context);
  const release = await operation.read(title, (step) => releaseState(step, target));
  const { namespace, otherWays, notChecked } = found;
  return { namespace, otherWays, notChecked, release };
}

/** If a chart is not found, the way out is the setting that names the chart or its version. */
function whereItIsWritten(failure: Failure, { request, chart }: ChosenInstallation): Failure {
  const ofSettings = chart.version === undefined ? "chart" : "chartVersion";
  const isOfRelease =
    request.version !== undefined || (request.chart !== undefined && chart.version === undefined);
  const place = setting(isOfRelease ? "releases" : ofSettings);
  const isChart = (action: RecoveryAction) =>
    action.do === "set" && /^capOperator\.chart(Version)?$/.test(action.setting);
  return { ...failure, recovery: failure.recovery.map((action) => (isChart(action) ? place : action)) };
}

function terminating(namespace: string): Failure {
  return {
    kind: "namespace-terminating",
    sentence: l10n.t("The namespace {0} is being deleted.", namespace),
    next: l10n.t("Wait until it is gone, or use another one (capOperator.namespace)."),
    recovery: [RETRY, setting("namespace")],
  };
}
