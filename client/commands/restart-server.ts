import type { Command } from "../ports.ts";

/** Restarts the language server, also one that was given up. */
export const restartServer: Command = {
  id: "capOperator.restartServer",
  async run(ports) {
    ports.output.info("The language server is restarted on request.");
    await ports.server.restart();
  },
};
