import {
  commands,
  Position,
  Range,
  Selection,
  SnippetString,
  type TextEditor,
  Uri,
  WorkspaceEdit,
  window,
  workspace,
} from "vscode";
import type { ActiveFile, Editor, Span } from "../ports.ts";
import { defaultsUri } from "./defaults-documents.ts";

/** The editor as commands see it. */
export const vscodeEditor: Editor = {
  active() {
    const editor = window.activeTextEditor;
    return editor && fileOf(editor);
  },
  async openUntitled(content) {
    const document = await workspace.openTextDocument({ language: "yaml", content });
    const editor = await window.showTextDocument(document);
    const end = document.positionAt(content.length);
    editor.selection = new Selection(end, end);
    return fileOf(editor);
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
  async compareWithDefaults(uri, kind, title) {
    await commands.executeCommand("vscode.diff", defaultsUri(kind), Uri.parse(uri), title);
  },
};

function fileOf(editor: TextEditor): ActiveFile {
  const { document, selection } = editor;
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
    cursor: { line: selection.active.line, character: selection.active.character },
    path,
  };
}

function rangeOf({ start, end }: Span): Range {
  return new Range(new Position(start.line, start.character), new Position(end.line, end.character));
}
