import * as l10n from "@vscode/l10n";
import { chosenValues, shownValues } from "../files/select-values.ts";
import type { CommandContext } from "../operation/operation.ts";
import { answered } from "../operation/outcome.ts";
import { operation } from "../operation/run-operation.ts";
import type { ShownForm } from "../ports/editor.ts";
import { type CommandOffers, EFFECTIVE_VALUES, NAMED_VALUES, VALUES_FILE } from "./offer.ts";

const title = () => l10n.t("CAP Operator: Show Effective Values");

export const offers: CommandOffers = {
  showEffectiveValues: {
    title: "Show Effective Values",
    does: "Opens the merged values of the release or file, with the origin of each value. The view follows your edits. In the view, selects whether it has all values or only changed ones, and their origins.",
    section: "Effective values",
    order: 70,
    icon: "$(layers)",
    menus: [
      ["editor/title", "navigation@19", VALUES_FILE],
      ["editor/title", "navigation@19", EFFECTIVE_VALUES],
      ["editor/context", "7_capOperator@3", VALUES_FILE],
      ["explorer/context", "3_capOperator@1", NAMED_VALUES],
    ],
  },
};

/**
 * Shows what the operator will run with: the values of the release that has the values file, otherwise of the file alone.
 * If there is no such file, the person picks a release, or a file if there are no releases. In such a view, the person picks what
 * of it is shown.
 */
export const showEffectiveValues = operation({
  id: "capOperator.showEffectiveValues",
  async run(context, target) {
    const shown = shownValues(context, target);
    if (shown !== undefined) return context.editor.showEffectiveValues(shown, await pickForm(context));
    await context.editor.showEffectiveValues(await chosenValues(context, target, title()));
    context.walkthrough.achieved("sawEffectiveValues");
  },
});

async function pickForm(context: CommandContext): Promise<ShownForm> {
  const forms: readonly (readonly [ShownForm, string])[] = [
    ["annotated", l10n.t("All values with their origins")],
    ["bare", l10n.t("All values")],
    ["changed", l10n.t("Only changed values with their origins")],
    ["changed-bare", l10n.t("Only changed values")],
  ];
  const choices = forms.map(([value, label]) => ({ label, value }));
  return answered(await context.prompts.pick(choices, title(), l10n.t("Select what is shown")));
}
