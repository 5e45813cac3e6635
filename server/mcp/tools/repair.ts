import { TextDocument } from "vscode-languageserver-textdocument";
import type { TextEdit } from "vscode-languageserver-types";
import { isText } from "../../workspace/files/yaml-text.ts";
import { fixAllIn } from "../../workspace/open/file-fixes.ts";
import type { AnalyzedFile } from "../engine.ts";

/** The fixes that are made at once: those that only make Helm read a value as it was meant, or all that are most likely right as well. */
export type Choice = "safe" | "likely";

/** The result of fixing many things at once. */
interface Repair {
  readonly edits: readonly TextEdit[];
  readonly titles: readonly string[];
  readonly text: string;
}

/** All fixes of a choice in a text; nothing if there are none. */
export async function repairOf(analyzed: AnalyzedFile, choice: Choice): Promise<Repair | undefined> {
  const { workspace, file, text } = analyzed;
  if (!isText(text)) return undefined;
  const actions = (await fixAllIn(workspace.service, file, choice)).filter(({ edit }) => edit !== undefined);
  if (actions.length === 0) return undefined;
  const edits = actions.flatMap(({ edit }) => Object.values(edit?.changes ?? {}).flat());
  return { edits, titles: actions.map(({ title }) => title), text: afterEdits(text, edits) };
}

/** A text after edits. */
export function afterEdits(text: string, edits: readonly TextEdit[]): string {
  return TextDocument.applyEdits(TextDocument.create("text:", "yaml", 0, text), [...edits]);
}
