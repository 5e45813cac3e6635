import { ownFileAtHand } from "../files/file-at-hand.ts";
import { refuse } from "../operation/outcome.ts";
import { operation } from "../operation/run-operation.ts";

/** Adds every documented default that the active file does not set, as one undo step. */
export const insertAllDefaults = operation({
  id: "capOperator.insertAllDefaults",
  async run(around, target) {
    const { file } = await ownFileAtHand(around, target);
    const edits = await around.server.missingDefaults(file.uri);
    if (edits.length === 0) {
      refuse(`${file.name} already sets everything that has a default.`, "", { tone: "info" });
    }
    if (await around.editor.applyEdits(file.uri, file.version, edits)) return;
    const changed = `${file.name} changed in the meantime, so no defaults were inserted.`;
    refuse(changed, "Run the command again.", { tone: "warning" });
  },
});
