import { commands, type Disposable, Uri, ViewColumn, window } from "vscode";
import type { Span } from "../ports.ts";
import { rangeOf } from "./editor-range.ts";
import { columnShowing } from "./open-tabs.ts";

const COMMAND = "_capOperator.goToOrigin";

/** The address of a link that leads to a place in a file, in the column where that file is or in the first one. */
export function goToOriginUri(uri: string, target: Span): Uri {
  return Uri.parse(`command:${COMMAND}?${encodeURIComponent(JSON.stringify([uri, target]))}`);
}

/** Registers what follows such links. A plain link would put the file over the document that the link is in. */
export function registerGoToOrigin(): Disposable {
  return commands.registerCommand(COMMAND, async (address: string, target: Span) => {
    const uri = Uri.parse(address);
    const viewColumn = columnShowing(uri) ?? ViewColumn.One;
    await window.showTextDocument(uri, { viewColumn, selection: rangeOf(target) });
  });
}
