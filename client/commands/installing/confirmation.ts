import type { ValuesProblem } from "../../../server/lsp/protocol.ts";
import type { ChartFacts } from "../../helm/chart.ts";
import { redactText } from "../../helm/redact.ts";
import type { ReleaseState } from "../../helm/release.ts";
import type { UpgradePlan } from "../../helm/upgrade.ts";
import { problemLine } from "../choosing/gate.ts";
import { placeLines } from "../releases/destructive-confirmation.ts";
import { countOf, type PlannedChanges } from "../releases/planned-changes.ts";
import type { Found } from "./preflight.ts";

/** All that a person is to know before it happens. */
export interface ToConfirm {
  readonly plan: UpgradePlan;
  readonly chart: ChartFacts;
  readonly found: Found;
  readonly warnings: readonly ValuesProblem[];
  readonly changes: PlannedChanges;
  /** What the cluster has of what an installation needs, in one sentence. */
  readonly prerequisites: string;
}

const SHOWN_WARNINGS = 5;

/** The name of the chart that the operator is published under (spec section 4.1, operation A). */
const CHART_NAME = "cap-operator-chart";

/** The question and its lines. What is out of the ordinary stands on top. */
export function confirmation(asked: ToConfirm): { message: string; detail: string; button: string } {
  const { plan, found } = asked;
  const verb = found.release === undefined ? "Install" : "Upgrade";
  const detail = [
    ...cautions(asked),
    ...placeLines(plan.at).map((line) => (line.startsWith("Namespace:") ? `${line}${fate(found)}` : line)),
    historyLine(found.release),
    chartLine(asked),
    ...valuesLines(asked),
    `Changes: ${changesText(asked.changes)}`,
    ...warningLines(asked.warnings),
    `Prerequisites: ${asked.prerequisites}`,
    endLine(plan),
    ...found.notChecked.map((sentence) => `Not checked: ${sentence}`),
  ];
  return {
    message: `${verb} ${plan.at.release} in ${plan.at.context}?`,
    detail: detail.join("\n"),
    button: verb,
  };
}

function cautions({ found, chart, changes }: ToConfirm): string[] {
  const odd: string[] = [...found.otherWays];
  if (chart.name !== CHART_NAME) odd.push(`This chart is called ${chart.name}, and not ${CHART_NAME}.`);
  if (found.release !== undefined && !sameChart(found.release, chart)) {
    odd.push(`The release was installed from another chart: ${found.release.chart}.`);
  }
  if (changes.note !== undefined) odd.push(`The cluster could not try it out: ${changes.note}`);
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

function chartLine({ plan, chart }: ToConfirm): string {
  const app = chart.appVersion === undefined ? "" : ` (app version ${chart.appVersion})`;
  return `Chart: ${chart.name} ${chart.version}${app} from ${redactText(plan.chart.ref)}${plan.chart.plainHttp ? ", without TLS" : ""}`;
}

function valuesLines({ plan: { valuesFiles, sets } }: ToConfirm): string[] {
  const [only] = valuesFiles;
  const keys = sets.map(({ text }) => text.split("=")[0]);
  const files =
    valuesFiles.length > 1
      ? ["Values, later ones win:", ...valuesFiles.map((file, index) => `  ${index + 1}. ${file}`)]
      : [`Values: ${only ?? "no file"}`];
  return [...files, ...(keys.length === 0 ? [] : [`Set beside them: ${keys.join(", ")}`])];
}

function changesText(changes: PlannedChanges): string {
  const how = changes.source === "cluster" ? "tried out in the cluster" : "rendered without the cluster";
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
