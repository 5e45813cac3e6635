import { commands, type Disposable, Uri, ViewColumn, window } from "vscode";
import { columnShowing } from "./documents.ts";

/** The command that the server has run after values were moved to a file of their own. */
export const SHOW_EXTRACTED = "_capOperator.showExtracted";

/** Registers that command, which shows the new file and how it gets to the cluster. */
export function registerExtracted(): Disposable {
  return commands.registerCommand(SHOW_EXTRACTED, async (address: string, sentence: string) => {
    const uri = Uri.parse(address);
    const viewColumn = columnShowing(uri) ?? ViewColumn.Beside;
    // The focus stays in the document, where one undo restores all files.
    await window.showTextDocument(uri, { viewColumn, preserveFocus: true, preview: false });
    // Not awaited: the message stays until it is closed.
    void window.showInformationMessage(sentence);
  });
}
