import * as l10n from "@vscode/l10n";
import type { OtherChart } from "../core/schema/known-charts.ts";
import type { LocalCharts } from "../workspace/local-charts.ts";
import { isTable } from "../workspace/setting-types.ts";
import { fileChart } from "./file-status.ts";
import {
  CHART_IN_USE_REQUEST,
  type ChartInUseParams,
  type FileChart,
  UPGRADE_VALUES_REQUEST,
  type UpgradeTarget,
  type UpgradeValuesParams,
  type ValuesUpgrade,
} from "./protocol.ts";
import { failed, invalid, type Requests } from "./requests.ts";
import { requiredStack, valuesOf } from "./resolve-stack.ts";
import type { ServerState } from "./state.ts";

/** Answers which chart values are for, and what another chart does to them. */
export function serveUpgradeRequests(state: ServerState, requests: Requests): void {
  const { connection, service, workspace } = state;
  const { charts } = workspace;
  connection.onRequest(
    CHART_IN_USE_REQUEST,
    requests.any("Chart in use", async (params: ChartInUseParams): Promise<FileChart> => {
      const asked: unknown = params;
      const stack = await requiredStack(state, valuesOf(isTable(asked) ? asked.of : undefined));
      return fileChart(service.chartOfStack(stack), charts);
    }),
  );
  connection.onRequest<ValuesUpgrade, never>(
    UPGRADE_VALUES_REQUEST,
    requests.any("Upgrade of values", async (params: UpgradeValuesParams): Promise<ValuesUpgrade> => {
      const asked: unknown = params;
      const to = isTable(asked) ? readTarget(asked.to) : undefined;
      if (!isTable(asked) || to === undefined) throw invalid("values and a chart");
      const other = await otherChart(charts, to);
      const upgrade =
        other && (await service.upgradeValues(await requiredStack(state, valuesOf(asked.of)), other));
      if (!upgrade) throw failed(l10n.t("This chart is not known, or not the operator's."));
      return upgrade;
    }),
  );
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
