import { commandOwnFile } from "../files/command-file.ts";
import type { Command } from "../operation/command.ts";
import { operation } from "../operation/run-operation.ts";
import type { CommandOffers } from "./offer.ts";

export const offers: CommandOffers = {
  moveKeyUp: {
    title: "Move Key Up a Level",
    does: "Moves the key at the cursor, with its comment, out of the mapping that it is in.",
    section: "Files and values",
    order: 62,
  },
  moveKeyDown: {
    title: "Move Key Down a Level",
    does: "Moves the key at the cursor, with its comment, into the nearest mapping above it that can contain it.",
    section: "Files and values",
    order: 64,
  },
};

/** Moves the key at the cursor out of its mapping. */
export const moveKeyUp = moving("Up");
/** Moves the key at the cursor into a mapping above it. */
export const moveKeyDown = moving("Down");

function moving(direction: "Up" | "Down"): Command {
  return operation({
    id: `capOperator.moveKey${direction}`,
    async run(context, target) {
      await commandOwnFile(context, target);
      await context.editor.runCodeAction(`refactor.move.${direction === "Up" ? "up" : "down"}`);
    },
  });
}
