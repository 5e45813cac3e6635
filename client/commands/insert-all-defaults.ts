import { ownFileAtHand } from "../files/own-file.ts";
import type { Command } from "../ports.ts";

/** Adds every documented default that the active file does not set, as one step of undo. */
export const insertAllDefaults: Command = {
  id: "capOperator.insertAllDefaults",
  async run(ports, target) {
    const own = await ownFileAtHand(ports, target);
    if (own === undefined) return;
    const { file } = own;
    const edits = await ports.server.missingDefaults(file.uri);
    if (edits.length === 0) {
      await ports.prompts.info(`${file.name} already sets everything that has a default.`);
      return;
    }
    if (await ports.editor.applyEdits(file.uri, file.version, edits)) return;
    await ports.prompts.warn(
      `${file.name} changed meanwhile, so no defaults were inserted. Run the command again.`,
    );
  },
};
