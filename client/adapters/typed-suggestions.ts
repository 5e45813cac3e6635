import { commands, type TextDocument, type TextDocumentChangeEvent, window, workspace } from "vscode";
import { beginsWord, needsOpening } from "../suggesting.ts";
import { type WhileOurs, whileOurs } from "./while-ours.ts";

/** Makes suggestions open in files of ours where the editor itself keeps them closed in YAML. Other files are not affected. */
export function createTypedSuggestions(): WhileOurs {
  return whileOurs(() => workspace.onDidChangeTextDocument(suggestAtFirstLetter));
}

function suggestAtFirstLetter({ document, contentChanges, reason }: TextDocumentChangeEvent): void {
  const [change, ...others] = contentChanges;
  const isTyped = change !== undefined && others.length === 0 && reason === undefined && change.range.isEmpty;
  if (!isTyped || document !== window.activeTextEditor?.document) return;
  const { line, character } = change.range.start;
  const before = document.lineAt(line).text.slice(0, character);
  if (!beginsWord(before, change.text) || !needsOpening(quickSuggestions(document))) return;
  // As if the editor had opened them itself: nothing is said where there are none.
  void commands.executeCommand("editor.action.triggerSuggest", { auto: true });
}

function quickSuggestions(document: TextDocument) {
  const setting = workspace.getConfiguration("editor", document).inspect("quickSuggestions");
  return {
    chosen: [
      setting?.globalValue,
      setting?.workspaceValue,
      setting?.workspaceFolderValue,
      setting?.globalLanguageValue,
      setting?.workspaceLanguageValue,
      setting?.workspaceFolderLanguageValue,
    ],
    preset: setting?.defaultLanguageValue ?? setting?.defaultValue,
  };
}
