import * as l10n from "@vscode/l10n";
import type { ValuesOf } from "../../server/lsp/protocol.ts";
import { nameOfValues } from "../effective-values-address.ts";
import { ownFileAtHand } from "../files/file-at-hand.ts";
import { shownValues, valuesWith } from "../files/values-at-hand.ts";
import type { Surroundings } from "../operation/operation.ts";
import { operation } from "../operation/run-operation.ts";

/**
 * Compares the chart's defaults with the effective values of the values file or of the view; an operator resource with the
 * default one. Both sides of values are written in the same way, so that only changed values differ.
 */
export const compareWithDefaults = operation({
  id: "capOperator.compareWithDefaults",
  async run(around, target) {
    const shown = shownValues(around, target);
    if (shown !== undefined) return compare(around, shown);
    const { file, kind } = await ownFileAtHand(around, target);
    if (kind === "operator") {
      return around.editor.compareWithDefaultResource(
        file.uri,
        l10n.t("Default operator resource ↔ {0}", file.name),
      );
    }
    await compare(around, await valuesWith(around, file, l10n.t("CAP Operator: Compare with Defaults")));
  },
});

async function compare(around: Surroundings, of: ValuesOf): Promise<void> {
  const title = l10n.t("Chart defaults ↔ {0} (effective values)", nameOfValues(of));
  await around.editor.compareWithDefaults(of, title);
  around.walkthrough.achieved("comparedWithDefaults");
}
