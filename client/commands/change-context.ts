import { changeContext as choose } from "../cluster/contexts.ts";
import { resolveTarget } from "../cluster/resolve-target.ts";
import { operation } from "../operation/run-operation.ts";
import { fillView } from "../views/fill-view.ts";
import type { CommandOffers } from "./offer.ts";

export const offers: CommandOffers = {
  changeContext: {
    title: "Change Context...",
    does: "Chooses the kube context of this workspace. The kubeconfig is not changed.",
    section: "Installation",
    order: 185,
    icon: "$(server-environment)",
    needs: "kubectl",
    menus: [
      ["view/title", "navigation@0"],
      ["view/item/context", "inline@0", "viewItem == context"],
      ["view/item/context", "1_look@0", "viewItem == context"],
    ],
  },
};

/** Lets the person choose the context of this workspace. A view that shows a cluster then shows that of the context. */
export const changeContext = operation({
  id: "capOperator.changeContext",
  needsTrust: true,
  async run(operation) {
    await choose(operation);
    if (operation.view.shown() === undefined) return;
    operation.meanwhile(() => fillView(operation, () => resolveTarget(operation)));
  },
});
