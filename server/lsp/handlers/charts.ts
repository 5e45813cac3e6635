import * as l10n from "@vscode/l10n";
import type { ReadChart } from "../../core/chart/chart.ts";
import type { OtherChart } from "../../core/schema/known-charts.ts";
import { readKeptCharts } from "../../workspace/charts/kept-charts.ts";
import type { LocalCharts } from "../../workspace/charts/local-charts.ts";
import { isTable } from "../../workspace/files/setting-types.ts";
import { failed } from "../connection/requests.ts";
import { fileChart } from "../notices/file-status.ts";
import { ANYTHING, listOf, NOTHING, shape, table, text } from "../protocol/shapes.ts";
import {
  CHART_IN_USE_REQUEST,
  CHART_TEXT_REQUEST,
  CHARTS_AT_REQUEST,
  CHARTS_KEPT_REQUEST,
  type ChartAt,
  type FileChart,
  KNOWN_CHARTS_REQUEST,
  type KnownChart,
  UPGRADE_VALUES_REQUEST,
  type UpgradeTarget,
  VALUES,
  type ValuesUpgrade,
} from "../protocol.ts";
import { requiredStack } from "../state/resolve-stack.ts";
import type { ServerState } from "../state/state.ts";

/** Answers the requests about charts, and about what another chart does to values. */
export function serveCharts(state: ServerState): void {
  const { requests, service, workspace } = state;
  const { charts, kept } = workspace;
  requests.any(KNOWN_CHARTS_REQUEST, "Known charts", NOTHING, (): KnownChart[] => service.knownCharts());
  requests.any(
    CHARTS_AT_REQUEST,
    "Charts",
    table({ uris: listOf(text(""), "the uris of folders and archives") }),
    async ({ uris }): Promise<(ChartAt | null)[]> => {
      // One after the other, so that the bytes of no more than one archive are in memory.
      const found: (ChartAt | null)[] = [];
      for (const uri of uris) found.push(described(await charts.look(uri)));
      return found;
    },
  );
  requests.any(
    CHART_TEXT_REQUEST,
    "Text of a chart",
    table({ uri: text("the uri of a file in an archive") }),
    ({ uri }): string | null => charts.text(uri) ?? null,
  );
  requests.any(
    CHARTS_KEPT_REQUEST,
    "Kept charts",
    table({ charts: listOf(ANYTHING, "the charts that are kept") }),
    (params): null => {
      kept.replace(readKeptCharts(params.charts));
      state.chartsChanged();
      return null;
    },
  );
  requests.any(
    CHART_IN_USE_REQUEST,
    "Chart in use",
    table({ of: VALUES }),
    async ({ of }): Promise<FileChart> => {
      const stack = await requiredStack(state, of);
      return fileChart(service.chartOfStack(stack), charts);
    },
  );
  requests.any(
    UPGRADE_VALUES_REQUEST,
    "Upgrade of values",
    table({ to: TARGET, of: VALUES }),
    async ({ to, of }): Promise<ValuesUpgrade> => {
      const other = await otherChart(charts, to);
      const upgrade = other && (await service.upgradeValues(await requiredStack(state, of), other));
      if (!upgrade) throw failed(l10n.t("This chart is not known, or not the operator's."));
      return upgrade;
    },
  );
}

function described(chart: ReadChart | undefined): ChartAt | null {
  return chart ? { name: chart.name, version: chart.version } : null;
}

/** What names another chart. */
export const TARGET = shape<UpgradeTarget>(
  "values and a chart",
  (sent) => isTable(sent) && (typeof sent.name === "string" || typeof sent.uri === "string"),
);

/** What is known of a chart that a client named; `undefined` if nothing is. */
export async function otherChart(charts: LocalCharts, to: UpgradeTarget): Promise<OtherChart | undefined> {
  if ("name" in to && typeof to.name === "string") return { name: to.name };
  if (!("uri" in to)) return undefined;
  const atHand = await charts.inFull(to.uri);
  // It goes into a line of a file, and must not be more than a part of that.
  const isPart = typeof to.modeline === "string" && /^[^\p{C}]{1,200}$/u.test(to.modeline);
  return atHand && { atHand, ...(isPart && { modeline: to.modeline }) };
}
