import * as l10n from "@vscode/l10n";
import { type Connection, LSPErrorCodes, ResponseError } from "vscode-languageserver";
import type { LanguageService } from "../core/language-service.ts";
import type { OtherChart } from "../core/schema/knowledge.ts";
import type { ReleaseStack } from "../core/values/release-stack.ts";
import type { ChartsAtHand } from "../workspace/charts-at-hand.ts";
import { isTable } from "../workspace/setting-types.ts";
import { type AskedValues, valuesOf } from "./asked-values.ts";
import { fileChart } from "./file-status.ts";
import {
  CHART_IN_USE_REQUEST,
  type ChartInUseParams,
  type FileChart,
  UPGRADE_VALUES_REQUEST,
  type UpgradeTarget,
  type UpgradeValuesParams,
  type ValuesOf,
  type ValuesUpgrade,
} from "./protocol.ts";
import { invalid, type Requests } from "./requests.ts";

/** What is needed to answer. */
export interface UpgradeRequestPorts {
  readonly service: LanguageService;
  readonly values: AskedValues;
  readonly charts: ChartsAtHand;
}

/** Answers which chart values are for, and what another chart does to them. */
export function serveUpgradeRequests(
  connection: Connection,
  requests: Requests,
  { service, values, charts }: UpgradeRequestPorts,
): void {
  const stackOf = async (of: ValuesOf): Promise<ReleaseStack> => {
    const found = await values.stack(of);
    if ("problem" in found) throw failed(found.problem);
    return found.stack;
  };
  const otherChart = async (to: UpgradeTarget): Promise<OtherChart | undefined> => {
    if ("name" in to) return to;
    const atHand = await charts.inFull(to.uri);
    return atHand && { atHand, ...(to.modeline !== undefined && { modeline: to.modeline }) };
  };
  connection.onRequest(
    CHART_IN_USE_REQUEST,
    requests.any("Chart in use", async (params: ChartInUseParams): Promise<FileChart> => {
      const asked: unknown = params;
      const stack = await stackOf(valuesOf(isTable(asked) ? asked.of : undefined));
      return fileChart(service.chartOfStack(stack), charts);
    }),
  );
  connection.onRequest<ValuesUpgrade, never>(
    UPGRADE_VALUES_REQUEST,
    requests.any("Upgrade of values", async (params: UpgradeValuesParams): Promise<ValuesUpgrade> => {
      const asked: unknown = params;
      const to = isTable(asked) ? readTarget(asked.to) : undefined;
      if (!isTable(asked) || to === undefined) throw invalid("values and a chart");
      const other = await otherChart(to);
      const upgrade = other && (await service.upgradeValues(await stackOf(valuesOf(asked.of)), other));
      if (!upgrade) throw failed(l10n.t("This chart is not known, or not the operator's."));
      return upgrade;
    }),
  );
}

/** What a client sent as the chart to upgrade to; `undefined` if it is none. */
function readTarget(sent: unknown): UpgradeTarget | undefined {
  if (!isTable(sent)) return undefined;
  const { name, uri, modeline } = sent;
  if (typeof name === "string") return { name };
  if (typeof uri !== "string") return undefined;
  // It goes into a line of a file, and must not be more than a part of that.
  const isPart = typeof modeline === "string" && /^[^\p{C}]{1,200}$/u.test(modeline);
  return { uri, ...(isPart && { modeline }) };
}

/** Nothing is wrong with the request, but it cannot be answered as things are. */
function failed(message: string): ResponseError<never> {
  return new ResponseError(LSPErrorCodes.RequestFailed, message);
}
