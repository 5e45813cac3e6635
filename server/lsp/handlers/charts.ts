import * as l10n from "@vscode/l10n";
import type { ReadChart } from "../../core/chart/chart.ts";
import type { OtherChart } from "../../core/schema/known-charts.ts";
import { readKeptCharts } from "../../workspace/kept-charts.ts";
import type { LocalCharts } from "../../workspace/local-charts.ts";
import { isTable } from "../../workspace/setting-types.ts";
import { fileChart } from "../file-status.ts";
import {
  CHART_IN_USE_REQUEST,
  CHART_TEXT_REQUEST,
  CHARTS_AT_REQUEST,
  CHARTS_KEPT_REQUEST,
  type ChartAt,
  type ChartInUseParams,
  type ChartsAtParams,
  type ChartsKeptParams,
  type ChartTextParams,
  type FileChart,
  KNOWN_CHARTS_REQUEST,
  type KnownChart,
  UPGRADE_VALUES_REQUEST,
  type UpgradeTarget,
  type UpgradeValuesParams,
  type ValuesUpgrade,
} from "../protocol.ts";
import { failed, invalid, isListOfTexts } from "../requests.ts";
import { requiredStack, valuesOf } from "../resolve-stack.ts";
import type { ServerState } from "../state.ts";

/** Answers the requests about charts, and about what another chart does to values. */
export function serveCharts(state: ServerState): void {
  const { requests, service, workspace } = state;
  const { charts, kept } = workspace;
  requests.serve(KNOWN_CHARTS_REQUEST, "Known charts", (): KnownChart[] => service.knownCharts());
  requests.serve<ChartsAtParams>(
    CHARTS_AT_REQUEST,
    "Charts",
    async ({ uris }): Promise<(ChartAt | null)[]> => {
      if (!isListOfTexts(uris)) throw invalid("the uris of folders and archives");
      // One after the other, so that the bytes of no more than one archive are in memory.
      const found: (ChartAt | null)[] = [];
      for (const uri of uris) found.push(described(await charts.look(uri)));
      return found;
    },
  );
  requests.serve<ChartTextParams>(CHART_TEXT_REQUEST, "Text of a chart", ({ uri }): string | null => {
    if (typeof uri !== "string") throw invalid("the uri of a file in an archive");
    return charts.text(uri) ?? null;
  });
  requests.serve<ChartsKeptParams>(CHARTS_KEPT_REQUEST, "Kept charts", (params): null => {
    const sent = readKeptCharts(params.charts);
    if (sent === undefined) throw invalid("the charts that are kept");
    kept.replace(sent);
    state.chartsChanged();
    return null;
  });
  requests.serve<ChartInUseParams>(
    CHART_IN_USE_REQUEST,
    "Chart in use",
    async ({ of }): Promise<FileChart> => {
      const stack = await requiredStack(state, valuesOf(of));
      return fileChart(service.chartOfStack(stack), charts);
    },
  );
  requests.serve<UpgradeValuesParams>(
    UPGRADE_VALUES_REQUEST,
    "Upgrade of values",
    async (params): Promise<ValuesUpgrade> => {
      const to = readTarget(params.to);
      if (to === undefined) throw invalid("values and a chart");
      const other = await otherChart(charts, to);
      const upgrade =
        other && (await service.upgradeValues(await requiredStack(state, valuesOf(params.of)), other));
      if (!upgrade) throw failed(l10n.t("This chart is not known, or not the operator's."));
      return upgrade;
    },
  );
}

function described(chart: ReadChart | undefined): ChartAt | null {
  return chart ? { name: chart.name, version: chart.version } : null;
}

/** What is known of a chart that a client named; `undefined` if nothing is. */
export async function otherChart(charts: LocalCharts, to: UpgradeTarget): Promise<OtherChart | undefined> {
  if ("name" in to) return to;
  const atHand = await charts.inFull(to.uri);
  return atHand && { atHand, ...(to.modeline !== undefined && { modeline: to.modeline }) };
}

/** What a client sent as another chart; `undefined` if it is none. */
export function readTarget(sent: unknown): UpgradeTarget | undefined {
  if (!isTable(sent)) return undefined;
  const { name, uri, modeline } = sent;
  if (typeof name === "string") return { name };
  if (typeof uri !== "string") return undefined;
  // It goes into a line of a file, and must not be more than a part of that.
  const isPart = typeof modeline === "string" && /^[^\p{C}]{1,200}$/u.test(modeline);
  return { uri, ...(isPart && { modeline }) };
}
