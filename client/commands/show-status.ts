import * as l10n from "@vscode/l10n";
import { onChosenRelease } from "../release/choose-release.ts";
import { showStatusOf } from "../release/status.ts";
import type { CommandOffers } from "./offer.ts";

export const offers: CommandOffers = {
  showStatus: {
    title: "Show Status",
    does: "Shows the state of a release and its components.",
    section: "Installation",
    order: 130,
    icon: "$(info)",
    needs: "Helm",
    menus: [
      ["view/item/context", "inline@1", "viewItem == release"],
      ["view/item/context", "1_look@1", "viewItem == release"],
    ],
  },
};

export const showStatus = onChosenRelease({
  id: "capOperator.showStatus",
  title: () => l10n.t("CAP Operator: Show Status"),
  context: () => ({ doing: l10n.t("reading the release") }),
  run: showStatusOf,
});
