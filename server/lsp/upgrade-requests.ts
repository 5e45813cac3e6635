import { type Connection, LSPErrorCodes, ResponseError } from "vscode-languageserver";
import type { LanguageService } from "../core/language-service.ts";
import type { ReleaseStack } from "../core/values/release-stack.ts";
import { type AskedValues, valuesOf } from "./asked-values.ts";
import {
  CHART_IN_USE_REQUEST,
  type ChartInUseParams,
  type FileChart,
  UPGRADE_VALUES_REQUEST,
  type UpgradeValuesParams,
  type ValuesOf,
  type ValuesUpgrade,
} from "./protocol.ts";
import { invalid, type Requests } from "./requests.ts";
import { isTable } from "./setting-types.ts";

/** Answers which chart values are for, and what another chart does to them. */
export function serveUpgradeRequests(
  connection: Connection,
  requests: Requests,
  service: LanguageService,
  values: AskedValues,
): void {
  const stackOf = async (of: ValuesOf): Promise<ReleaseStack> => {
    const found = await values.stack(of);
    if ("problem" in found) throw failed(found.problem);
    return found.stack;
  };
  connection.onRequest(
    CHART_IN_USE_REQUEST,
    requests.any("Chart in use", async (params: ChartInUseParams): Promise<FileChart> => {
      const asked: unknown = params;
      return service.chartOfStack(await stackOf(valuesOf(isTable(asked) ? asked.of : undefined)));
    }),
  );
  connection.onRequest<ValuesUpgrade, never>(
    UPGRADE_VALUES_REQUEST,
    requests.any("Upgrade of values", async (params: UpgradeValuesParams): Promise<ValuesUpgrade> => {
      const asked: unknown = params;
      if (!isTable(asked) || typeof asked.to !== "string") throw invalid("values and the name of a chart");
      const upgrade = await service.upgradeValues(await stackOf(valuesOf(asked.of)), asked.to);
      if (!upgrade) throw failed("No chart of this name is known.");
      return upgrade;
    }),
  );
}

/** Nothing is wrong with the request, but it cannot be answered as things are. */
function failed(message: string): ResponseError<never> {
  return new ResponseError(LSPErrorCodes.RequestFailed, message);
}
