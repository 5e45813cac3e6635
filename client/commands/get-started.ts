import type { Command } from "../ports.ts";

/** Opens the walkthrough. */
export const getStarted: Command = {
  id: "capOperator.getStarted",
  run: (ports) => ports.walkthrough.open(),
};
