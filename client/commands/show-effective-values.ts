import { chosenValues } from "../files/values-of.ts";
import type { Command } from "../ports.ts";

/**
 * Shows what the operator will run with: of the release that has the values file at hand, else of the file alone. Without
 * one the person picks a release, or a file where there is none.
 */
export const showEffectiveValues: Command = {
  id: "capOperator.showEffectiveValues",
  async run(ports, target) {
    const of = await chosenValues(ports, target, "CAP Operator: Show Effective Values");
    if (of === undefined) return;
    await ports.editor.showEffectiveValues(of);
    ports.walkthrough.achieved("sawEffectiveValues");
  },
};
