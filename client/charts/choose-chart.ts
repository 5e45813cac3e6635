import * as l10n from "@vscode/l10n";
import { CHARTS_AT, PROJECT_SETTINGS, RELEASES } from "../../server/lsp/protocol.ts";
import { findLocalCharts } from "../files/local-charts.ts";
import type { ChartRef } from "../helm/release.ts";
import { chartKind } from "../helm/release.ts";
import type { CommandContext, Operation } from "../operation/operation.ts";
import { answered, Refused } from "../operation/outcome.ts";
import type { Choice } from "../ports/editor.ts";
import { plainLabel } from "../texts/plain-label.ts";
import { redactText } from "../texts/redact.ts";
import { askRemoteChart, fetchLabel, notOfTheOperator } from "./ask-remote-chart.ts";
import { isVersionWanted } from "./chart.ts";
import { located } from "./locate-chart.ts";

/** The names under which the answer is stored for this workspace. */
const REMEMBERED = { ref: "chart", version: "chartVersion" } as const;

type ChartAddress = Pick<ChartRef, "ref" | "version">;

export interface ChosenChart {
  readonly chart: ChartRef;
  /** The answer just given, to be remembered once the chart was found. */
  readonly answer?: ChartAddress;
}

/** A chart as a release gives it. */
interface WrittenChart {
  readonly chart?: string;
  readonly version?: string;
  /** The values files that it is installed with: a relative path starts in the workspace folder of the first one. */
  readonly values: readonly string[];
}

/**
 * The chart. Its location is taken from the release, else from the settings of the editor or the project, else the person picks it
 * in a list. Its version is taken from the release, else from the settings, wherever the chart is, else from the answer. A path is
 * made absolute, because Helm does not run in the workspace.
 */
export async function chooseChart(
  operation: Operation,
  title: string,
  written: WrittenChart,
): Promise<ChosenChart> {
  const [beside] = written.values;
  const settings = operation.installationSettings();
  const project = await operation.server.ask(PROJECT_SETTINGS, { uri: beside });
  const version = written.version ?? (settings.chartVersion || project.chartVersion);
  const known = written.chart ?? (settings.chart || project.chart);
  if (known === undefined) return askChart(operation, title, { version, beside });
  return { chart: await located(operation, chartOf(known, version), beside) };
}

function chartOf(ref: string, version: string | undefined): ChartAddress {
  return { ref, ...(version !== undefined && version !== "" && { version }) };
}

export async function rememberChart({ memory }: CommandContext, { answer }: ChosenChart): Promise<void> {
  if (answer === undefined) return;
  const { ref, version = "" } = answer;
  await memory.remember(REMEMBERED.ref, ref);
  if (version !== (memory.recall(REMEMBERED.version) ?? ""))
    await memory.remember(REMEMBERED.version, version);
}

/** The facts that are settled before the question: the version, if any, and the base of a relative path. */
interface Settled {
  readonly version: string | undefined;
  readonly beside: string | undefined;
}

/** Asks until the answer is a chart of the operator: a wrong answer is reported, and the list stays. */
async function askChart(operation: Operation, title: string, settled: Settled): Promise<ChosenChart> {
  const choices = await chartChoices(operation, title, settled);
  for (let reason = ""; ; ) {
    const asked = l10n.t("Select the chart. It is remembered for this workspace");
    const way = answered(await operation.prompts.pick(choices, title, reason === "" ? asked : reason));
    const answer = await way();
    const chart = await usable(operation, answer, settled);
    if (typeof chart !== "string") return { chart, answer };
    reason = chart;
  }
}

type ChartChoice = () => Promise<ChartAddress>;

async function chartChoices(
  operation: Operation,
  title: string,
  settled: Settled,
): Promise<Choice<ChartChoice>[]> {
  const { files, memory, dialogs } = operation;
  const isWanted = ({ version }: ChartAddress) =>
    settled.version === undefined || version === undefined || isVersionWanted(version, settled.version);
  const choice = (group: string, { ref, version }: ChartAddress, label?: string, description?: string) => ({
    ...{ label: label ?? plainLabel(redactText(files.shown(ref))), group },
    ...((description ?? version) !== undefined && { description: description ?? version }),
    value: async () => chartOf(ref, settled.version ?? version),
  });
  const remembered = memory.recall(REMEMBERED.ref);
  const before = remembered === undefined ? [] : [chartOf(remembered, memory.recall(REMEMBERED.version))];
  const { available } = await findLocalCharts(operation);
  const local = available.flatMap(({ installed, group = "", label, description }) =>
    installed !== undefined && isWanted(installed) ? [choice(group, installed, label, description)] : [],
  );
  const named = (await operation.server.ask(RELEASES, {})).flatMap(
    ({ name, chart, version, values: [first] }) => {
      if (chart === undefined) return [];
      const ref = chartKind(chart) === "path" ? files.resolve(chart, first) : chart;
      return [choice(l10n.t("Named by releases"), chartOf(ref, version), undefined, name)];
    },
  );
  const elsewhere = l10n.t("Cluster or Registry");
  return [
    ...before.map((chart) => choice(l10n.t("Used before"), chart)),
    ...local,
    ...named,
    {
      label: `$(folder-opened) ${l10n.t("Browse...")}`,
      detail: l10n.t("The Chart.yaml of a folder, or an archive"),
      group: elsewhere,
      value: async () => chartOf(answered(await dialogs.openChart(title)), settled.version),
    },
    {
      label: fetchLabel(),
      group: elsewhere,
      value: async () => (await askRemoteChart(operation, title, { settled: settled.version })).chart,
    },
  ];
}

/** A chart as Helm is to find it, or why it cannot be installed, as far as that can be seen without Helm. */
async function usable(
  operation: Operation,
  answer: ChartAddress,
  { version, beside }: Settled,
): Promise<ChartRef | string> {
  try {
    const chart = await located(operation, answer, beside);
    if (chartKind(chart.ref) !== "path") return chart;
    const [found] = await operation.server.ask(CHARTS_AT, { uris: [operation.files.addressOf(chart.ref)] });
    if (!found) return notOfTheOperator(operation.files.shown(chart.ref));
    if (version === undefined || isVersionWanted(found.version, version)) return chart;
    return l10n.t("The chart has version {0}, not {1}.", found.version, version);
  } catch (error) {
    if (error instanceof Refused) return error.failure.sentence;
    throw error;
  }
}
