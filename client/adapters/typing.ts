import { Disposable, type TextDocument, TextDocumentSaveReason, window, workspace } from "vscode";
import { isChanged, linesBehind } from "../typed-lines.ts";
import { isYamlDocument } from "./yaml-documents.ts";

/**
 * Calls back when nobody is typing any more at the place of a document's last change: the cursor has left its line, another
 * editor is in front, or the person has saved. An automatic save does not count. A change away from all cursors was not typed.
 */
export function onTypingEnded(ended: (document: TextDocument) => void): Disposable {
  /** The lines in which somebody is typing. */
  const typed = new Map<TextDocument, readonly number[]>();
  const saving = new Set<TextDocument>();
  const end = (document: TextDocument) => {
    if (typed.delete(document)) ended(document);
  };
  return Disposable.from(
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (!isYamlDocument(document) || contentChanges.length === 0) return;
      const editor = window.activeTextEditor;
      const cursors = editor?.document === document ? editor.selections.map(({ active }) => active.line) : [];
      const lines = linesBehind(contentChanges);
      typed.set(document, lines);
      // The event for the selection may come before or after that for the change. In the next turn, the server knows about the change.
      const isTyped = cursors.some((line) => lines.includes(line) || isChanged(line, contentChanges));
      if (!isTyped) setTimeout(() => end(document), 0);
    }),
    window.onDidChangeTextEditorSelection(({ textEditor: { document }, selections }) => {
      const lines = typed.get(document);
      if (lines && !selections.some(({ active }) => lines.includes(active.line))) end(document);
    }),
    window.onDidChangeActiveTextEditor((editor) => {
      for (const document of [...typed.keys()]) if (document !== editor?.document) end(document);
    }),
    workspace.onWillSaveTextDocument(({ document, reason }) => {
      if (reason === TextDocumentSaveReason.Manual) saving.add(document);
    }),
    workspace.onDidSaveTextDocument((document) => {
      if (saving.delete(document)) end(document);
    }),
    workspace.onDidCloseTextDocument((document) => {
      typed.delete(document);
      saving.delete(document);
    }),
  );
}
