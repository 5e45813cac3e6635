import type { Connection, InitializeParams } from "vscode-languageserver";
import { WorkspaceFolders } from "../workspace/workspace-folders.ts";

/** The folders that came with `initialize`. */
export function clientFolders(params: InitializeParams): WorkspaceFolders {
  const root = params.rootUri ?? undefined;
  const given = params.workspaceFolders?.map(({ uri }) => uri);
  return new WorkspaceFolders(given ?? (root === undefined ? [] : [root]));
}

/** Follows the client's changes of its folders and reports each. */
export function followFolders(connection: Connection, folders: WorkspaceFolders, onChange: () => void): void {
  connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
    folders.change(
      removed.map(({ uri }) => uri),
      added.map(({ uri }) => uri),
    );
    onChange();
  });
}
