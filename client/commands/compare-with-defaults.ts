import type { Command } from "../ports.ts";
import { ownFileAtHand } from "./choosing/own-file.ts";

/** Shows the active file beside the documented defaults. */
export const compareWithDefaults: Command = {
  id: "capOperator.compareWithDefaults",
  async run(ports, target) {
    const own = await ownFileAtHand(ports, target);
    if (own === undefined) return;
    const { file, kind } = own;
    const left = kind === "values" ? "Chart defaults" : "Default operator resource";
    await ports.editor.compareWithDefaults(file.uri, kind, `${left} ↔ ${file.name}`);
    ports.walkthrough.achieved("comparedWithDefaults");
  },
};
