import { TabInputText, type Uri, type ViewColumn, window } from "vscode";

/** The column in which a tab has this document, whether it is on top there or not. */
export function columnShowing(uri: Uri): ViewColumn | undefined {
  const address = uri.toString();
  return window.tabGroups.all.find(({ tabs }) =>
    tabs.some(({ input }) => input instanceof TabInputText && input.uri.toString() === address),
  )?.viewColumn;
}
