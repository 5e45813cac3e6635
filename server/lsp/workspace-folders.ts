import type { Connection, InitializeParams } from "vscode-languageserver";
import { URI } from "vscode-uri";

/** The folders that are open in the client. */
export class WorkspaceFolders {
  #folders: string[];

  /** Stores the folders that came with `initialize`. */
  constructor(params: InitializeParams) {
    const root = params.rootUri ?? undefined;
    const given = params.workspaceFolders?.map(({ uri }) => uri);
    this.#folders = given ?? (root === undefined ? [] : [root]);
  }

  /** Follows the client's changes and reports each. */
  listen(connection: Connection, onChange: () => void): void {
    connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
      const gone = new Set(removed.map(({ uri }) => uri));
      this.#folders = [...this.#folders.filter((uri) => !gone.has(uri)), ...added.map(({ uri }) => uri)];
      onChange();
    });
  }

  /** All of them, in the client's order. */
  get all(): readonly string[] {
    return this.#folders;
  }

  /** The innermost folder that holds a file. */
  folderOf(uri: string): string | undefined {
    let best: string | undefined;
    for (const folder of this.#folders) {
      const inside = pathInside(folder, uri) !== undefined;
      if (inside && (best === undefined || folder.length > best.length)) best = folder;
    }
    return best;
  }
}

/** A file's path relative to a folder, with forward slashes; `undefined` if it is elsewhere. */
export function pathInside(folder: string, uri: string): string | undefined {
  const outer = URI.parse(folder);
  const inner = URI.parse(uri);
  const prefix = outer.path.endsWith("/") ? outer.path : `${outer.path}/`;
  const same = outer.scheme === inner.scheme && outer.authority === inner.authority;
  return same && inner.path.startsWith(prefix) ? inner.path.slice(prefix.length) : undefined;
}
