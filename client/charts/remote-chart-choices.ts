import * as l10n from "@vscode/l10n";
import { chartWords } from "../files/chart-words.ts";
import { type LocalChart, type LocalCharts, wordsFor } from "../files/local-charts.ts";
import type { Operation } from "../operation/operation.ts";
import { agreed } from "../operation/outcome.ts";
import type { ActiveFile, Choice } from "../ports/editor.ts";
import { chooseRelease } from "../release/choose-release.ts";
import { releaseState } from "../release/release-state.ts";
import { refuseNone } from "../release/status.ts";
import { plainLabel } from "../texts/plain-label.ts";
import { holdsSecret } from "../texts/redact.ts";
import { askRemoteChart, fetchLabel } from "./ask-remote-chart.ts";

const useChartTitle = () => l10n.t("CAP Operator: Use Chart");

/** Finds the words with which the comment at the top of a file names its chart. */
export type NamingChart = (operation: Operation, file: ActiveFile) => Promise<string>;

/** Choices that fetch a chart. Nothing is contacted before one is taken. */
export function fetchChoices(
  charts: LocalCharts,
  naming: (chart: LocalChart) => NamingChart,
): Choice<NamingChart>[] {
  return [
    {
      label: `$(cloud) ${l10n.t("The chart of a release in a cluster...")}`,
      group: l10n.t("Cluster or Registry"),
      value: (operation, file) => ofRelease(operation, file, charts, naming),
    },
    {
      label: fetchLabel(),
      group: l10n.t("Cluster or Registry"),
      value: (operation) => another(operation),
    },
  ];
}

/** The chart of a release, if it is a local one; otherwise it can be fetched. */
async function ofRelease(
  operation: Operation,
  file: ActiveFile,
  { listedAs }: LocalCharts,
  naming: (chart: LocalChart) => NamingChart,
): Promise<string> {
  await operation.needTrust();
  const target = await chooseRelease(operation, useChartTitle(), file.uri);
  operation.about({ target, release: target, doing: l10n.t("reading the release") });
  const { chart } = await operation.read(
    l10n.t("Reading {0} in {1}", target.release, target.context),
    async (step) => (await releaseState(step, target)) ?? (await refuseNone(step, target)),
  );
  const known = listedAs(chart);
  if (known !== undefined) return naming(known)(operation, file);
  const fetch = l10n.t("Fetch...");
  const message = l10n.t(
    "{0} in {1} has the chart {2}, which is not available here. Helm does not know where it came from.",
    target.release,
    target.context,
    plainLabel(chart),
  );
  agreed((await operation.prompts.info(message, fetch)) === fetch);
  return another(operation, /-(v?\d+\.\d+\.\d+\S*)$/.exec(chart.slice(0, 200))?.[1]);
}

/** A chart that the person names, fetched with Helm. */
async function another(operation: Operation, proposed?: string): Promise<string> {
  const { chart, facts } = await askRemoteChart(operation, useChartTitle(), {
    problemOf: problemInFile,
    proposed,
  });
  return wordsFor(operation, { chart: chart.ref, version: facts.version });
}

/** The problem of a reference that is to be written into a file, which others may read; undefined if there is none. */
function problemInFile(ref: string): string | undefined {
  if (holdsSecret(ref)) {
    return l10n.t("The address contains a password, which must not be written into a file.");
  }
  if (chartWords({ chart: ref }) !== undefined) return undefined;
  return l10n.t("The address is too long for the file, or contains a space, a comma or a quote.");
}
