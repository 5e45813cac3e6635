import * as vscode from "vscode";

/** An extension of the tests: a workspace that is on no disk, as on a page that shows a repository. Its server knows its first files. */

type Entry = { readonly type: vscode.FileType; content: Uint8Array; mtime: number };

const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
const entries = new Map<string, Entry>();

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const answer = await fetch(new URL("/workspace.json", context.extensionUri.toString(true)));
  const files: Record<string, string> = await answer.json();
  for (const [path, base64] of Object.entries(files)) {
    put(
      `/workspace/${path}`,
      vscode.FileType.File,
      Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)),
    );
  }
  context.subscriptions.push(
    vscode.workspace.registerFileSystemProvider("vscode-vfs", provider, { isCaseSensitive: true }),
  );
}

function put(path: string, type: vscode.FileType, content: Uint8Array): void {
  const above = path.slice(0, path.lastIndexOf("/"));
  if (above !== "" && !entries.has(above)) put(above, vscode.FileType.Directory, new Uint8Array());
  entries.set(path, { type, content, mtime: Date.now() });
}

function entryAt(uri: vscode.Uri): Entry {
  const entry = entries.get(uri.path.replace(/\/$/, ""));
  if (entry === undefined) throw vscode.FileSystemError.FileNotFound(uri);
  return entry;
}

const provider: vscode.FileSystemProvider = {
  onDidChangeFile: changed.event,
  watch: () => new vscode.Disposable(() => undefined),
  stat(uri) {
    const { type, content, mtime } = entryAt(uri);
    return { type, ctime: 0, mtime, size: content.length };
  },
  readDirectory(uri) {
    entryAt(uri);
    const inside = `${uri.path.replace(/\/$/, "")}/`;
    return [...entries].flatMap(([path, { type }]): [string, vscode.FileType][] => {
      const name = path.startsWith(inside) ? path.slice(inside.length) : "";
      return name === "" || name.includes("/") ? [] : [[name, type]];
    });
  },
  readFile: (uri) => entryAt(uri).content,
  writeFile(uri, content) {
    const type = entries.has(uri.path) ? vscode.FileChangeType.Changed : vscode.FileChangeType.Created;
    put(uri.path, vscode.FileType.File, content);
    changed.fire([{ type, uri }]);
  },
  createDirectory(uri) {
    put(uri.path, vscode.FileType.Directory, new Uint8Array());
    changed.fire([{ type: vscode.FileChangeType.Created, uri }]);
  },
  delete(uri) {
    for (const path of [...entries.keys()]) {
      if (path === uri.path || path.startsWith(`${uri.path}/`)) entries.delete(path);
    }
    changed.fire([{ type: vscode.FileChangeType.Deleted, uri }]);
  },
  rename(from, to) {
    const entry = entryAt(from);
    put(to.path, entry.type, entry.content);
    entries.delete(from.path);
    changed.fire([
      { type: vscode.FileChangeType.Deleted, uri: from },
      { type: vscode.FileChangeType.Created, uri: to },
    ]);
  },
};
