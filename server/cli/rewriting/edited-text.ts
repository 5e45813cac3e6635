import { TextDocument } from "vscode-languageserver-textdocument";
import type { TextEdit } from "vscode-languageserver-types";

/** A text after edits that do not overlap. */
export function editedText(text: { getText(): string }, edits: readonly TextEdit[]): string {
  return TextDocument.applyEdits(TextDocument.create("", "yaml", 0, text.getText()), [...edits]);
}
