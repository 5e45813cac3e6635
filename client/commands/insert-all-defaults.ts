import * as l10n from "@vscode/l10n";
import { MISSING_DEFAULTS } from "../../server/lsp/protocol.ts";
import { commandOwnFile } from "../files/command-file.ts";
import { refuse } from "../operation/outcome.ts";
import { operation } from "../operation/run-operation.ts";
import { type CommandOffers, OURS } from "./offer.ts";

export const offers: CommandOffers = {
  insertAllDefaults: {
    title: "Insert All Defaults",
    does: "Adds every default that the file does not set, with its documentation as a comment.",
    section: "Files and values",
    order: 60,
    menus: [["editor/context", "7_capOperator@2", OURS]],
  },
};

/** Adds every documented default that the active file does not set, as one undo step. */
export const insertAllDefaults = operation({
  id: "capOperator.insertAllDefaults",
  async run(context, target) {
    const { file } = await commandOwnFile(context, target);
    const edits = await context.server.ask(MISSING_DEFAULTS, { uri: file.uri });
    if (edits.length === 0) {
      refuse(l10n.t("{0} already sets everything that has a default.", file.name), "", { tone: "info" });
    }
    if (await context.editor.applyEdits(file.uri, file.version, edits)) return;
    const changed = l10n.t("{0} changed in the meantime, so no defaults were inserted.", file.name);
    refuse(changed, l10n.t("Run the command again."), { tone: "warning" });
  },
});
