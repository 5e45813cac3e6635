import * as l10n from "@vscode/l10n";
import { chosenValues } from "../files/select-values.ts";
import { operation } from "../operation/run-operation.ts";
import { type CommandOffers, VALUES_FILE } from "./offer.ts";

export const offers: CommandOffers = {
  showRenderedObjects: {
    title: "Show Rendered Objects",
    does: "Opens the objects that Helm renders with the release or file, without a cluster. The view follows your edits, and marks the fields that the key at the cursor sets. *Go to Definition* in the view leads from a field to the keys that set it. Values of Secrets are hidden.",
    section: "Effective values",
    order: 75,
    needs: "Helm",
    menus: [["editor/context", "7_capOperator@4", VALUES_FILE]],
  },
};

/** Shows what Helm renders with the values of the release that has the values file, otherwise with the file alone. */
export const showRenderedObjects = operation({
  id: "capOperator.showRenderedObjects",
  needsTrust: true,
  async run(context, target) {
    const title = l10n.t("CAP Operator: Show Rendered Objects");
    await context.editor.showRenderedObjects(await chosenValues(context, target, title));
  },
});
