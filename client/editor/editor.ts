import {
  commands,
  Position,
  Selection,
  SnippetString,
  type TextDocument,
  Uri,
  ViewColumn,
  WorkspaceEdit,
  window,
  workspace,
} from "vscode";
import type { ActiveFile, Editor, WorkspaceFile } from "../ports/editor.ts";
import { columnShowing, isYamlDocument, type RecentFiles, rangeOf } from "./documents/documents.ts";
import { effectiveUri } from "./documents/effective-values-documents.ts";
import { defaultsUri } from "./documents/read-only-documents.ts";
import { isTaken, writeFile } from "./documents/write-file.ts";
import { OPEN_DOCUMENTATION } from "./pages/documentation-editor.ts";

/** The maximum number of YAML files that are listed; further ones are left out. */
const MOST_FILES = 500;

/** The most charts of a workspace that are read. */
const MOST_CHARTS = 100;

/** The longest search, in milliseconds, in a file system that may have no search provider. */
const LONGEST_SEARCH = 1000;

/** The files of the workspace. In a file system without a search provider, VS Code waits for one forever. */
function search(include: string, most: number): Thenable<readonly Uri[]> {
  const found = workspace.findFiles(include, "**/node_modules/**", most);
  if (workspace.workspaceFolders?.every(({ uri }) => uri.scheme === "file")) return found;
  const nothing = new Promise<readonly Uri[]>((resolve) => setTimeout(resolve, LONGEST_SEARCH, []));
  return Promise.race([found, nothing]);
}

/** The editor as commands see it, except for the views with effective values, which have a state of their own. */
export const createEditor = (
  recent: RecentFiles,
): Omit<Editor, "showEffectiveValues" | "showRenderedObjects"> => ({
  recent: () => recent.list(),
  async yamlFiles() {
    return workspaceFiles(await search("**/*.{yaml,yml}", MOST_FILES));
  },
  async charts() {
    const found = await search("**/{Chart.yaml,*.tgz,*.tar.gz}", MOST_CHARTS);
    return workspaceFiles(
      found.map((uri) => (uri.path.endsWith("/Chart.yaml") ? Uri.joinPath(uri, "..") : uri)),
    );
  },
  active() {
    const editor = window.activeTextEditor;
    return editor && fileOf(editor.document, editor.selection.active);
  },
  opened(uri) {
    const document = workspace.textDocuments.find((open) => open.uri.toString() === uri);
    const editor = window.visibleTextEditors.find((shown) => shown.document === document);
    return document && fileOf(document, editor?.selection.active ?? new Position(0, 0));
  },
  async openUntitled(content, name) {
    const document = await newDocument(name);
    const editor = await window.showTextDocument(document);
    await editor.edit((change) => change.insert(new Position(0, 0), content));
    const end = document.positionAt(content.length);
    editor.selection = new Selection(end, end);
    return fileOf(document, end);
  },
  async insertSnippet(uri, version, span, body) {
    const editor = window.visibleTextEditors.find((shown) => shown.document.uri.toString() === uri);
    if (editor?.document.version !== version) return false;
    const range = rangeOf(span);
    editor.revealRange(range);
    const undo = { undoStopBefore: true, undoStopAfter: true, keepWhitespace: true };
    return editor.insertSnippet(new SnippetString(body), range, undo);
  },
  async applyEdits(uri, version, edits) {
    const document = workspace.textDocuments.find((open) => open.uri.toString() === uri);
    if (document?.version !== version) return false;
    const change = new WorkspaceEdit();
    for (const { range, newText } of edits) change.replace(document.uri, rangeOf(range), newText);
    return workspace.applyEdit(change);
  },
  async compareWithDefaultResource(uri, title) {
    await commands.executeCommand("vscode.diff", defaultsUri("operator"), Uri.parse(uri), title);
  },
  async openAt(address, range) {
    const uri = Uri.parse(address);
    const selection = range && rangeOf(range);
    const viewColumn = columnShowing(uri) ?? ViewColumn.Active;
    await window.showTextDocument(uri, { viewColumn, preview: false, selection });
  },
  folders: () =>
    (workspace.workspaceFolders ?? []).map(({ uri, name }) => ({ uri: uri.toString(), path: name })),
  writeFile: (address, text, mayReplace) => writeFile(Uri.parse(address), text, mayReplace),
  async showDefaults(range, chart) {
    await window.showTextDocument(defaultsUri("values", chart), { preview: true, selection: rangeOf(range) });
  },
  async typeInTerminal(line) {
    // Not translated: a name
    const terminal = window.createTerminal("CAP Operator");
    terminal.show();
    terminal.sendText(line, false);
  },
  async runCommand(id, target) {
    await commands.executeCommand(id, ...(target === undefined ? [] : [target]));
  },
  async runCodeAction(kind) {
    await commands.executeCommand("editor.action.codeAction", { kind, apply: "first" });
  },
  async openDocumentation() {
    await commands.executeCommand(OPEN_DOCUMENTATION);
  },
  async showProblems() {
    await commands.executeCommand("workbench.actions.view.problems");
  },
  async compareValues(left, right, title) {
    const sides = [effectiveUri({ ...left, beside: right }), effectiveUri({ ...right, beside: left })];
    await commands.executeCommand("vscode.diff", ...sides, title);
  },
});

function fileOf(document: TextDocument, cursor: Position): ActiveFile {
  const path = pathForPeople(document.uri);
  return {
    uri: document.uri.toString(),
    name: path.slice(path.lastIndexOf("/") + 1),
    isYaml: isYamlDocument(document),
    isUntitled: document.isUntitled,
    version: document.version,
    text: document.getText(),
    cursor: { line: cursor.line, character: cursor.character },
    path,
  };
}

/** Sorted by path. */
function workspaceFiles(uris: readonly Uri[]): WorkspaceFile[] {
  return uris
    .map((uri) => ({ uri: uri.toString(), path: pathForPeople(uri) }))
    .sort((a, b) => a.path.localeCompare(b.path));
}

/** The path inside the workspace folder, otherwise the whole path. */
function pathForPeople(uri: Uri): string {
  const isInFolder = workspace.getWorkspaceFolder(uri) !== undefined;
  return isInFolder ? workspace.asRelativePath(uri, false).replaceAll("\\", "/") : uri.path;
}

/**
 * A new YAML document with a name, and with a place in the workspace folder to be saved to: otherwise the editor would name it
 * after its first line. Without a folder it has neither.
 */
async function newDocument(name: string): Promise<TextDocument> {
  const folders = workspace.workspaceFolders ?? [];
  const folder = (folders.find(({ uri }) => uri.scheme === "file") ?? folders[0])?.uri;
  if (folder === undefined) return workspace.openTextDocument({ language: "yaml" });
  for (let count = 1; ; count += 1) {
    const uri = Uri.joinPath(folder, count === 1 ? name : name.replace(/\.[^.]*$/, `-${count}$&`));
    if (!(await isTaken(uri))) return workspace.openTextDocument(uri.with({ scheme: "untitled" }));
  }
}
