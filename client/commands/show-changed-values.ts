import * as l10n from "@vscode/l10n";
import { chosenValues } from "../files/values-at-hand.ts";
import type { Surroundings } from "../operation/operation.ts";
import { operation } from "../operation/run-operation.ts";

/** Hides the chart's defaults in a view with effective values, which is opened if there is none. */
export const showChangedValues = operation({
  id: "capOperator.showChangedValues",
  run: (around, target) => show(around, target, l10n.t("CAP Operator: Show Only Changed Values"), true),
});

/** Shows the chart's defaults in such a view again. */
export const showAllValues = operation({
  id: "capOperator.showAllValues",
  run: (around, target) => show(around, target, l10n.t("CAP Operator: Show All Values"), false),
});

async function show(
  around: Surroundings,
  target: string | undefined,
  title: string,
  onlyChanged: boolean,
): Promise<void> {
  const of = await chosenValues(around, target, title);
  await around.editor.showEffectiveValues(of, { onlyChanged });
}
