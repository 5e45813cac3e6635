import type { ReadChart } from "../core/chart/chart.ts";
import { readKeptCharts } from "../workspace/kept-charts.ts";
import { isTable } from "../workspace/setting-types.ts";
import {
  CHART_TEXT_REQUEST,
  CHARTS_AT_REQUEST,
  CHARTS_KEPT_REQUEST,
  type ChartAt,
  type ChartsAtParams,
  type ChartsKeptParams,
  type ChartTextParams,
  KNOWN_CHARTS_REQUEST,
  type KnownChart,
} from "./protocol.ts";
import { invalid, type Requests } from "./requests.ts";
import type { ServerState } from "./state.ts";

/** Answers the questions about charts, and stores which of them the client keeps. */
export function serveChartRequests(state: ServerState, requests: Requests): void {
  const { connection, service, workspace } = state;
  const { charts, kept } = workspace;
  connection.onRequest(
    KNOWN_CHARTS_REQUEST,
    requests.any("Known charts", (): KnownChart[] => service.knownCharts()),
  );
  connection.onRequest(
    CHARTS_AT_REQUEST,
    requests.any("Charts", async (params: ChartsAtParams): Promise<(ChartAt | null)[]> => {
      const asked: unknown = params;
      if (!isTable(asked) || !isListOfTexts(asked.uris)) throw invalid("the uris of folders and archives");
      // One after the other, so that the bytes of no more than one archive are in memory.
      const found: (ChartAt | null)[] = [];
      for (const uri of asked.uris) found.push(described(await charts.look(uri)));
      return found;
    }),
  );
  connection.onRequest(
    CHART_TEXT_REQUEST,
    requests.any("Text of a chart", (params: ChartTextParams): string | null => {
      const asked: unknown = params;
      if (!isTable(asked) || typeof asked.uri !== "string") throw invalid("the uri of a file in an archive");
      return charts.text(asked.uri) ?? null;
    }),
  );
  connection.onRequest(
    CHARTS_KEPT_REQUEST,
    requests.any("Kept charts", (params: ChartsKeptParams): null => {
      const asked: unknown = params;
      const sent = isTable(asked) ? readKeptCharts(asked.charts) : undefined;
      if (sent === undefined) throw invalid("the charts that are kept");
      kept.replace(sent);
      state.chartsChanged();
      return null;
    }),
  );
}

function described(chart: ReadChart | undefined): ChartAt | null {
  return chart ? { name: chart.name, version: chart.version } : null;
}

function isListOfTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
