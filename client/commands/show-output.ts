import type { Command } from "../ports.ts";

/** Shows the log. */
export const showOutput: Command = {
  id: "capOperator.showOutput",
  async run(ports) {
    ports.output.show();
  },
};
