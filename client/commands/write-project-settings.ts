import type { Surroundings } from "../operation/operation.ts";
import { agreed, answered, refuse } from "../operation/outcome.ts";
import { operation } from "../operation/run-operation.ts";
import type { WorkspaceFile } from "../ports.ts";

const TITLE = "CAP Operator: Write Project Settings";

/**
 * Writes what the workspace sets into the file of the project, so that the command line, a pipeline and other editors know the same
 * releases; without any settings, an example. A file that is there already is replaced only if the person says so.
 */
export const writeProjectSettings = operation({
  id: "capOperator.writeProjectSettings",
  async run(around) {
    const folder = await folderOf(around);
    const { name, text, settings } = await around.server.projectFile(around.settings.ofWorkspace());
    const uri = `${folder.uri.replace(/\/$/, "")}/${name}`;
    const replace = "Replace";
    const isWritten = await around.editor.writeFile(uri, text, async () => {
      const question = `${name} is there already. Replace it with the settings of the workspace?`;
      return (await around.prompts.warn(question, replace)) === replace;
    });
    agreed(isWritten);
    await around.editor.openAt(uri);
    if (settings.length === 0)
      return { message: `${name} has an example: the workspace sets nothing for a project.` };
    const list = settings.join(", ");
    return { message: `${name} has ${list}. What the workspace sets still counts first.` };
  },
});

async function folderOf(around: Surroundings): Promise<WorkspaceFile> {
  const folders = around.editor.folders();
  const [only] = folders;
  if (only === undefined)
    refuse("No folder is open.", "Open the folder of the project first.", { tone: "info" });
  if (folders.length === 1) return only;
  const choices = folders.map((folder) => ({ label: folder.path, value: folder }));
  return answered(await around.prompts.pick(choices, TITLE, "Select the folder of the project"));
}
