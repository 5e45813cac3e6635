import * as l10n from "@vscode/l10n";
import type { ReadChart } from "../../core/chart/chart.ts";
import type { OtherChart } from "../../core/schema/known-charts.ts";
import { readKeptCharts } from "../../workspace/charts/kept-charts.ts";
import type { LocalCharts } from "../../workspace/charts/local-charts.ts";
import { failed } from "../connection/requests.ts";
import { fileChart } from "../notices/file-status.ts";
import {
  CHART_IN_USE,
  CHART_TEXT,
  CHARTS_AT,
  CHARTS_KEPT,
  type ChartAt,
  KNOWN_CHARTS,
  UPGRADE_VALUES,
  type UpgradeTarget,
} from "../protocol.ts";
import { requiredStack } from "../state/resolve-stack.ts";
import type { ServerState } from "../state/state.ts";

/** Answers the requests about charts, and about what another chart does to values. */
export function serveCharts(state: ServerState): void {
  const { requests, service, workspace } = state;
  const { charts, kept } = workspace;
  requests.serve(KNOWN_CHARTS, "Known charts", () => service.knownCharts());
  requests.serve(CHARTS_AT, "Charts", async ({ uris }) => {
    // One after the other, so that the bytes of no more than one archive are in memory.
    const found: (ChartAt | null)[] = [];
    for (const uri of uris) found.push(described(await charts.look(uri)));
    return found;
  });
  requests.serve(CHART_TEXT, "Text of a chart", ({ uri }) => charts.text(uri) ?? null);
  requests.serve(CHARTS_KEPT, "Kept charts", (params) => {
    kept.replace(readKeptCharts(params.charts));
    state.chartsChanged();
    return null;
  });
  requests.serve(CHART_IN_USE, "Chart in use", async ({ of }) =>
    fileChart(service.chartOfStack(await requiredStack(state, of)), charts),
  );
  requests.serve(UPGRADE_VALUES, "Upgrade of values", async ({ to, of }) => {
    const other = await otherChart(charts, to);
    const upgrade = other && (await service.upgradeValues(await requiredStack(state, of), other));
    if (!upgrade) throw failed(l10n.t("This chart is not known, or not the operator's."));
    return upgrade;
  });
}

function described(chart: ReadChart | undefined): ChartAt | null {
  return chart ? { name: chart.name, version: chart.version } : null;
}

/** Reads the chart that a client named; `undefined` if it is not known. */
export async function otherChart(charts: LocalCharts, to: UpgradeTarget): Promise<OtherChart | undefined> {
  if ("name" in to && typeof to.name === "string") return { name: to.name };
  if (!("uri" in to)) return undefined;
  const atHand = await charts.inFull(to.uri);
  // It goes into a line of a file, and must not be more than a part of that.
  const isPart = typeof to.modeline === "string" && /^[^\p{C}]{1,200}$/u.test(to.modeline);
  return atHand && { atHand, ...(isPart && { modeline: to.modeline }) };
}
