import * as l10n from "@vscode/l10n";
import { chosenValues, shownValues } from "../files/select-values.ts";
import type { CommandContext } from "../operation/operation.ts";
import { answered } from "../operation/outcome.ts";
import { operation } from "../operation/run-operation.ts";
import type { ShownForm } from "../ports/editor.ts";

const title = () => l10n.t("CAP Operator: Show Effective Values");

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
