import * as l10n from "@vscode/l10n";
import type { Command } from "vscode";
import type { ValuesOf } from "../../../server/lsp/protocol.ts";

/** The action that fetches the chart of values, above a page that lacks it. */
export function fetchChartAction(values: ValuesOf): Command {
  const file = "uri" in values ? [values.uri] : [];
  return { title: l10n.t("Fetch Chart"), command: "capOperator.fetchChart", arguments: file };
}
