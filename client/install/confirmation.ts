import type { ValuesProblem } from "../../server/lsp/protocol.ts";
import type { ChartFacts } from "../charts/chart.ts";
import { chartKind } from "../charts/chart-kind.ts";
import type { UpgradePlan } from "../cli/changes.ts";
import { redactText } from "../cli/redact.ts";
import type { ReleaseState } from "../cli/release.ts";
import { summary } from "../cluster/prerequisites/page.ts";
import type { Prerequisite } from "../cluster/prerequisites/prerequisite.ts";
import type { ChartArchive } from "../installation-ports.ts";
import type { Asked } from "../release/confirm-with-preview.ts";
import { countOf, type PlannedChanges } from "../release/planned-changes.ts";
import { placeLines } from "../release/protected-confirmation.ts";
import { certainFailures } from "./certain-failure.ts";
import { problemLine } from "./gate.ts";
import type { Found } from "./preflight.ts";

/** All that a person is to know before it happens. */
export interface ToConfirm {
  readonly plan: UpgradePlan;
  readonly archive: ChartArchive;
  readonly chart: ChartFacts;
  readonly found: Found;
  readonly warnings: readonly ValuesProblem[];
  readonly changes: PlannedChanges;
  /** What the cluster has of what an installation needs. */
  readonly prerequisites: readonly Prerequisite[];
  /** A path as a person reads it. */
  readonly shownPath: (path: string) => string;
}

/** The question, and whether it is known that what it asks about will fail. */
export interface Confirmation extends Asked {
  readonly willFail: boolean;
}

const SHOWN_WARNINGS = 5;
/** Digits of a digest that a person compares. */
const SHOWN_DIGITS = 12;

/** The name of the chart that the operator is published under (spec section 4.1, operation A). */
const CHART_NAME = "cap-operator-chart";

/** The question and its lines. What is out of the ordinary stands on top. */
export function confirmation(asked: ToConfirm): Confirmation {
  const { plan, found } = asked;
  const failures = certainFailures({ ...asked, release: found.release });
  const verb = found.release === undefined ? "Install" : "Upgrade";
  const detail = [
    ...failures.map((failure) => `This will fail: ${failure}`),
    ...(failures.length > 0 ? [""] : []),
    ...cautions(asked),
    ...placeLines(plan.at).map((line) => (line.startsWith("Namespace:") ? `${line}${fate(found)}` : line)),
    historyLine(found.release),
    chartLine(asked),
    ...valuesLines(asked),
    `Changes: ${changesText(asked.changes)}`,
    ...warningLines(asked.warnings),
    `Prerequisites: ${summary(asked.prerequisites)}`,
    endLine(plan),
    ...found.notChecked.map((sentence) => `Not checked: ${sentence}`),
  ];
  return {
    message: `${verb} ${plan.at.release} in ${plan.at.context}?`,
    detail: detail.join("\n"),
    button: failures.length > 0 ? `${verb} Anyway` : verb,
    willFail: failures.length > 0,
  };
}

function cautions({ found, chart, changes }: ToConfirm): string[] {
  const odd: string[] = [...found.otherWays];
  if (chart.name !== CHART_NAME) odd.push(`This chart is called ${chart.name}, and not ${CHART_NAME}.`);
  if (found.release !== undefined && !sameChart(found.release, chart)) {
    odd.push(`The release was installed from another chart: ${found.release.chart}.`);
  }
  if (changes.note !== undefined && changes.failure === undefined)
    odd.push(`The cluster could not try it out: ${changes.note}`);
  return odd.length === 0 ? [] : [...odd.map((sentence) => `Caution: ${sentence}`), ""];
}

/** Helm writes a chart as its name, a hyphen and its version. */
function sameChart({ chart }: ReleaseState, { name }: ChartFacts): boolean {
  return chart.startsWith(`${name}-`);
}

function fate({ namespace }: Found): string {
  return namespace === "missing" ? " (will be created)" : "";
}

function historyLine(release: ReleaseState | undefined): string {
  if (release === undefined) return "Now: there is no such release, so it is installed for the first time";
  return `Now: revision ${release.revision}, ${release.status}, ${release.chart}`;
}

function chartLine({ plan, archive, chart, shownPath }: ToConfirm): string {
  const { ref, plainHttp } = plan.source ?? plan.chart;
  const from = chartKind(ref) === "path" ? shownPath(ref) : redactText(ref);
  const app = chart.appVersion === undefined ? "" : ` (app version ${chart.appVersion})`;
  const digest = `sha256:${archive.digest.slice(0, SHOWN_DIGITS)}`;
  return `Chart: ${chart.name} ${chart.version}${app}, ${digest}, from ${from}${plainHttp ? ", without TLS" : ""}`;
}

function valuesLines({ plan: { valuesFiles, sets }, shownPath }: ToConfirm): string[] {
  const [only] = valuesFiles.map(shownPath);
  const keys = sets.map(({ text }) => text.split("=")[0]);
  const files =
    valuesFiles.length > 1
      ? ["Values, later ones win:", ...valuesFiles.map((file, index) => `  ${index + 1}. ${shownPath(file)}`)]
      : [`Values: ${only ?? "no file"}`];
  return [...files, ...(keys.length === 0 ? [] : [`Set beside them: ${keys.join(", ")}`])];
}

function changesText(changes: PlannedChanges): string {
  const how = changes.source === "cluster" ? "server dry run" : "rendered without the cluster";
  return `${countOf(changes.pairs)} (${how})`;
}

function warningLines(warnings: readonly ValuesProblem[]): string[] {
  if (warnings.length === 0) return ["Warnings in the values: none"];
  const shown = warnings.slice(0, SHOWN_WARNINGS).map((warning) => `  ${problemLine(warning)}`);
  const more = warnings.length - shown.length;
  return [
    `Warnings in the values: ${warnings.length}`,
    ...shown,
    ...(more > 0 ? [`  and ${more} more, in the list of problems`] : []),
  ];
}

function endLine({ wait, rollbackOnFailure, timeout }: UpgradePlan): string {
  if (rollbackOnFailure) return `When it fails, or is not ready within ${timeout}: Helm undoes it`;
  const until = wait ? `, or is not ready within ${timeout}` : "";
  return `When it fails${until}: it stays as it is then`;
}
