import {
  commands,
  Position,
  Selection,
  SnippetString,
  type TextDocument,
  Uri,
  WorkspaceEdit,
  window,
  workspace,
} from "vscode";
import type { ValuesOf } from "../../server/lsp/protocol.ts";
import type { ActiveFile, Editor } from "../ports.ts";
import { DEFAULT_RESOURCE } from "./defaults-documents.ts";
import { rangeOf } from "./editor-range.ts";
import { effectiveUri } from "./effective-values-documents.ts";

/** The editor as commands see it, but for the views with effective values, which have a state of their own. */
export const vscodeEditor: Omit<Editor, "showEffectiveValues"> = {
  active() {
    const editor = window.activeTextEditor;
    return editor && fileOf(editor.document, editor.selection.active);
  },
  opened(uri) {
    const document = workspace.textDocuments.find((open) => open.uri.toString() === uri);
    const editor = window.visibleTextEditors.find((shown) => shown.document === document);
    return document && fileOf(document, editor?.selection.active ?? new Position(0, 0));
  },
  async openUntitled(content) {
    const document = await workspace.openTextDocument({ language: "yaml", content });
    const editor = await window.showTextDocument(document);
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
    await commands.executeCommand("vscode.diff", DEFAULT_RESOURCE, Uri.parse(uri), title);
  },
  async openAt(uri, range) {
    const selection = range && rangeOf(range);
    await window.showTextDocument(Uri.parse(uri), { preview: false, ...(selection && { selection }) });
  },
  async showProblems() {
    await commands.executeCommand("workbench.actions.view.problems");
  },
  async compareValues(left, right, title) {
    const side = (of: ValuesOf | undefined) => effectiveUri({ ...(of && { of }), form: "plain" });
    await commands.executeCommand("vscode.diff", side(left), side(right), title);
  },
};

function fileOf(document: TextDocument, cursor: Position): ActiveFile {
  const isInFolder = workspace.getWorkspaceFolder(document.uri) !== undefined;
  const path = isInFolder
    ? workspace.asRelativePath(document.uri, false).replaceAll("\\", "/")
    : document.uri.path;
  return {
    uri: document.uri.toString(),
    name: path.slice(path.lastIndexOf("/") + 1),
    isYaml: document.languageId === "yaml",
    isUntitled: document.isUntitled,
    version: document.version,
    text: document.getText(),
    cursor: { line: cursor.line, character: cursor.character },
    path,
  };
}
