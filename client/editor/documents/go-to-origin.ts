import { commands, type Disposable, Uri, ViewColumn, window } from "vscode";
import type { Span } from "../../ports/editor.ts";
import { columnShowing, rangeOf } from "./documents.ts";

const COMMAND = "_capOperator.goToOrigin";

/** The address of a link to a place in a file. It opens in the column where that file is, or in the first one. */
export function goToOriginUri(uri: string, target: Span): Uri {
  return Uri.parse(`command:${COMMAND}?${encodeURIComponent(JSON.stringify([uri, target]))}`);
}

/** Registers the command behind such links. A plain link would open the file over the document that contains the link. */
export function registerGoToOrigin(): Disposable {
  return commands.registerCommand(COMMAND, async (address: string, target: Span) => {
    const uri = Uri.parse(address);
    const viewColumn = columnShowing(uri) ?? ViewColumn.One;
    await window.showTextDocument(uri, { viewColumn, selection: rangeOf(target) });
  });
}
