import * as l10n from "@vscode/l10n";
import { chosenValues } from "../files/values-at-hand.ts";
import { operation } from "../operation/run-operation.ts";

/**
 * Shows what the operator will run with: the values of the release that has the values file at hand, otherwise of the file alone.
 * If there is no such file, the person picks a release, or a file if there are no releases.
 */
export const showEffectiveValues = operation({
  id: "capOperator.showEffectiveValues",
  async run(around, target) {
    const of = await chosenValues(around, target, l10n.t("CAP Operator: Show Effective Values"));
    await around.editor.showEffectiveValues(of);
    around.walkthrough.achieved("sawEffectiveValues");
  },
});
