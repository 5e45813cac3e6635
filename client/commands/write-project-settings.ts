import * as l10n from "@vscode/l10n";
import { PROJECT_FILE_TEXT } from "../../server/lsp/protocol.ts";
import type { CommandContext } from "../operation/operation.ts";
import { agreed, answered, refuse } from "../operation/outcome.ts";
import { operation } from "../operation/run-operation.ts";
import type { WorkspaceFile } from "../ports/editor.ts";
import type { CommandOffers } from "./offer.ts";

export const offers: CommandOffers = {
  writeProjectSettings: {
    title: "Write Project Settings",
    does: "Writes `.cap-operator.yaml` from the settings of the editor, for everyone who uses the repository and for pipelines.",
    section: "Help and tools",
    order: 260,
  },
};

/**
 * Writes what the workspace sets into the file of the project, so that the command line, a pipeline and other editors know the same
 * releases; without any settings, an example. A file that is there already is replaced only if the person agrees.
 */
export const writeProjectSettings = operation({
  id: "capOperator.writeProjectSettings",
  async run(context) {
    const folder = await folderOf(context);
    const { name, text, settings } = await context.server.ask(PROJECT_FILE_TEXT, {
      settings: context.settings.ofWorkspace(),
    });
    const uri = `${folder.uri.replace(/\/$/, "")}/${name}`;
    const replace = l10n.t("Replace");
    const isWritten = await context.editor.writeFile(uri, text, async () => {
      const question = l10n.t("{0} already exists. Replace it with the settings of the workspace?", name);
      return (await context.prompts.warn(question, replace)) === replace;
    });
    agreed(isWritten);
    await context.editor.openAt(uri);
    if (settings.length === 0) {
      const message = l10n.t("{0} contains an example: the workspace sets nothing for a project.", name);
      return { message };
    }
    const list = settings.join(", ");
    return {
      message: l10n.t("{0} contains {1}. The settings of the workspace still take precedence.", name, list),
    };
  },
});

async function folderOf(context: CommandContext): Promise<WorkspaceFile> {
  const folders = context.editor.folders();
  const [only] = folders;
  if (only === undefined)
    refuse(l10n.t("No folder is open."), l10n.t("Open the folder of the project first."), { tone: "info" });
  if (folders.length === 1) return only;
  const choices = folders.map((folder) => ({ label: folder.path, value: folder }));
  const title = l10n.t("CAP Operator: Write Project Settings");
  return answered(await context.prompts.pick(choices, title, l10n.t("Select the folder of the project")));
}
