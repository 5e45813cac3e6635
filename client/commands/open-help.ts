import { operation } from "../operation/run-operation.ts";
import type { CommandOffers } from "./offer.ts";

export const offers: CommandOffers = {
  getStarted: {
    title: "Get Started",
    does: "Opens the walkthrough, from the first values file to the installation.",
    section: "Help and tools",
    order: 10,
  },
  openDocumentation: {
    title: "Open Documentation",
    does: "Opens these pages.",
    section: "Help and tools",
    order: 20,
  },
};

export const getStarted = operation({
  id: "capOperator.getStarted",
  run: (context) => context.walkthrough.open(),
});

export const openDocumentation = operation({
  id: "capOperator.openDocumentation",
  run: (context) => context.editor.openDocumentation(),
});
