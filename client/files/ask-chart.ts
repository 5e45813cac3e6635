import * as l10n from "@vscode/l10n";
import type { CommandContext } from "../operation/operation.ts";
import { answered } from "../operation/outcome.ts";
import { chartsToName, choicesOf, type NamingFile, refuseUnnamed } from "./local-charts.ts";

/**
 * Asks which of the local charts values are for. Returns the words that name it in the comment at the top of a file. A dismissed
 * question ends the operation.
 */
export async function askChart(context: CommandContext, file: NamingFile, title: string): Promise<string> {
  const { available, builtIn } = await chartsToName(context);
  const choices = choicesOf([...available, ...builtIn], (chart) => chart);
  const placeholder = l10n.t("Select the chart that the values are for");
  const chart = answered(await context.prompts.pick(choices, title, placeholder));
  return chart.words(file) ?? refuseUnnamed(context, chart.label);
}
