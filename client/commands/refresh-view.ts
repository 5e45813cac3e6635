import { resolveTarget } from "../cluster/resolve-target.ts";
import { operation } from "../operation/run-operation.ts";
import { fillView } from "../views/fill-view.ts";
import type { CommandOffers } from "./offer.ts";

export const offers: CommandOffers = {
  refreshView: {
    title: "Refresh Cluster View",
    does: "Reads releases, components and prerequisites into the view *CAP Operator*.",
    section: "Installation",
    order: 190,
    icon: "$(refresh)",
    needs: "kubectl",
    menus: [
      ["view/title", "navigation@1", "!capOperator.viewBusy"],
      ["view/item/context", "inline@1", "viewItem == context"],
      ["view/item/context", "1_look@1", "viewItem == context"],
    ],
  },
  cancelRefresh: {
    title: "Cancel Refresh",
    does: "Stops reading the cluster.",
    section: "Installation",
    order: 200,
    icon: "$(debug-stop)",
    needs: "kubectl",
    palette: "capOperator.viewBusy",
    menus: [["view/title", "navigation@1", "capOperator.viewBusy"]],
  },
};

/** Reads the cluster for the view "CAP Operator". An error becomes a line of the view, not a message. */
export const refreshView = operation({
  id: "capOperator.refreshView",
  needsTrust: true,
  run: (operation) => fillView(operation, () => resolveTarget(operation)),
});

export const cancelRefresh = operation({
  id: "capOperator.cancelRefresh",
  async run(context) {
    context.view.cancel();
  },
});
