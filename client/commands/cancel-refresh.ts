import type { Command } from "../ports.ts";

/** Ends a refresh of the view that takes too long for the person. */
export const cancelRefresh: Command = {
  id: "capOperator.cancelRefresh",
  run: async (ports) => ports.view.cancel(),
};
