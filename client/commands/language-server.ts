import { operation } from "../operation/run-operation.ts";
import { log } from "../texts/log-line.ts";
import type { CommandOffers } from "./offer.ts";

export const offers: CommandOffers = {
  restartServer: {
    title: "Restart Language Server",
    does: "Restarts the language server.",
    section: "Help and tools",
    order: 270,
  },
  showOutput: {
    title: "Show Output",
    does: "Shows the log of the extension and of the language server.",
    section: "Help and tools",
    order: 280,
  },
};

export const restartServer = operation({
  id: "capOperator.restartServer",
  async run(context) {
    context.output.info(log`The language server is restarted on request.`);
    await context.server.restart();
  },
});

export const showOutput = operation({
  id: "capOperator.showOutput",
  async run(context) {
    context.output.show();
  },
});
