import * as l10n from "@vscode/l10n";
import { l10n as editor } from "vscode";

/** From here on, sentences for people are in the language of the editor, if this extension has them in it; else in English. */
export function speakEditorLanguage(): void {
  if (editor.bundle) l10n.config({ contents: editor.bundle });
}
