import { modeline } from "../modeline.ts";
import type { Command } from "../ports.ts";
import { newDocument } from "./editing/new-document.ts";

/** The snippet that a new operator resource begins with. */
export const NEW_OPERATOR_SNIPPET = "Operator resource";

/** Opens a new operator resource with the labels of the default ingress gateway. */
export const newOperatorResource: Command = {
  id: "capOperator.newOperatorResource",
  run: (ports) => newDocument(ports, `${modeline("operator")}\n`, NEW_OPERATOR_SNIPPET),
};
