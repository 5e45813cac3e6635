import { URI } from "vscode-uri";

/** The folders that are open. */
export class WorkspaceFolders {
  #folders: readonly string[];

  constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  /** Takes folders away and adds others at the end. */
  change(removed: readonly string[], added: readonly string[]): void {
    this.#folders = [...this.#folders.filter((uri) => !removed.includes(uri)), ...added];
  }

  /** All of them, in the order given. */
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
