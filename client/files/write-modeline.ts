import * as l10n from "@vscode/l10n";
import type { CommandContext } from "../operation/operation.ts";
import type { ActiveFile } from "../ports/editor.ts";
import { type ModelineWord, modelineEdit } from "../texts/modeline.ts";

/**
 * Makes the comment at the top of an open file say what it is, and which chart it is for. A file that has changed since it was read
 * is not edited blindly; a message explains it, and the answer is false.
 */
export async function writeModeline(
  context: CommandContext,
  file: ActiveFile,
  word: ModelineWord,
  chart?: string,
): Promise<boolean> {
  const edit = modelineEdit(file.text, word, chart);
  const written = await context.editor.applyEdits(file.uri, file.version, [edit]);
  if (!written)
    await context.prompts.warn(l10n.t("{0} could not be changed. Run the command again.", file.name));
  return written;
}
