import { resolveTarget } from "../cluster/resolve-target.ts";
import { operation } from "../operation/run-operation.ts";
import { fillView } from "../views/fill-view.ts";

/** Reads the cluster for the view "CAP Operator". An error becomes a line of the view, not a message. */
export const refreshView = operation({
  id: "capOperator.refreshView",
  needsTrust: true,
  run: (operation) => fillView(operation, () => resolveTarget(operation)),
});
