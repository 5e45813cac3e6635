import type { Command } from "../ports.ts";
import { chosenValues } from "./choosing/values-of.ts";

/**
 * Shows what the operator will run with: of the release that has the values file, else of the file alone. From
 * anywhere else the person picks one of the releases.
 */
export const showEffectiveValues: Command = {
  id: "capOperator.showEffectiveValues",
  async run(ports, target) {
    const of = await chosenValues(ports, target, "CAP Operator: Show Effective Values");
    if (of !== undefined) await ports.editor.showEffectiveValues(of);
  },
};
