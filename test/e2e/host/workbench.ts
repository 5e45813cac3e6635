import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import * as vscode from "vscode";
import { PATIENCE_MS } from "../../support/workbench/patience.ts";

const CURSOR = "$0";

/** A document in an editor, with the place that `$0` marked. */
export interface Opened {
  readonly document: vscode.TextDocument;
  readonly editor: vscode.TextEditor;
  readonly cursor: vscode.Position;
}

/** Writes a file into the workspace and opens it; `$0` in the text is the cursor. */
export async function openText(name: string, marked: string): Promise<Opened> {
  const offset = marked.indexOf(CURSOR);
  const text = marked.replace(CURSOR, "");
  const uri = inWorkspace(name);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  const opened = await openFile(name);
  // The file may have been open with an earlier text.
  await eventually(() => assert.equal(opened.document.getText(), text));
  const cursor = opened.document.positionAt(Math.max(offset, 0));
  opened.editor.selection = new vscode.Selection(cursor, cursor);
  return { ...opened, cursor };
}

/** Opens a file of the workspace. */
export async function openFile(name: string): Promise<Opened> {
  const document = await vscode.workspace.openTextDocument(inWorkspace(name));
  const editor = await vscode.window.showTextDocument(document);
  return { document, editor, cursor: editor.selection.active };
}

/** Closes all editors without saving. */
export async function closeAll(): Promise<void> {
  while (vscode.window.activeTextEditor) {
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  }
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
}

/** Address of a file of the workspace. */
export function inWorkspace(name: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert.ok(folder, "no folder is open");
  return vscode.Uri.joinPath(folder.uri, name);
}

/** True if the workspace is on no disk, as in a browser: then nothing is offered that runs programs. */
export function isVirtual(): boolean {
  return inWorkspace("").scheme !== "file" && vscode.env.remoteName === undefined;
}

/** The extension under test, whoever publishes it. */
export function ownExtension(): vscode.Extension<unknown> {
  const extension = vscode.extensions.all.find(
    ({ packageJSON }) => packageJSON.name === "cap-operator-tools",
  );
  return extension ?? assert.fail("The extension is not installed.");
}

/** Repeats a check until it passes; gives its result, or its last failure. */
export async function eventually<T>(check: () => T | Thenable<T>): Promise<T> {
  const limit = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > limit) {
        throw error;
      }
      await wait(50);
    }
  }
}

/** The entries of the suggestion list, in its order. */
export async function completions({ document, cursor }: Opened): Promise<vscode.CompletionItem[]> {
  const list = await vscode.commands.executeCommand<vscode.CompletionList>(
    "vscode.executeCompletionItemProvider",
    document.uri,
    cursor,
    undefined,
    100,
  );
  return [...list.items].sort((a, b) => sortKey(a).localeCompare(sortKey(b), "en"));
}

/** The label of a suggestion. */
export function labelOf(item: vscode.CompletionItem): string {
  return typeof item.label === "string" ? item.label : item.label.label;
}

/** Waits until a label is offered, inserts it as the editor would, and gives the document's text. */
export async function accept(opened: Opened, label: string): Promise<string> {
  const item = await eventually(async () => {
    const found = (await completions(opened)).find((candidate) => labelOf(candidate) === label);
    assert.ok(found, `"${label}" is not offered`);
    return found;
  });
  const { insertText, range } = item;
  const snippet =
    insertText instanceof vscode.SnippetString ? insertText : new vscode.SnippetString(insertText ?? label);
  const place = range === undefined || range instanceof vscode.Range ? range : range.replacing;
  await opened.editor.insertSnippet(snippet, place ?? opened.cursor, {
    undoStopBefore: true,
    undoStopAfter: true,
    keepWhitespace: item.keepWhitespace ?? false,
  });
  return opened.document.getText();
}

/** The text of what is shown when pointing at a place; empty when nothing is. */
export async function hoverText({ document, cursor }: Opened): Promise<string> {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    "vscode.executeHoverProvider",
    document.uri,
    cursor,
  );
  return hovers
    .flatMap(({ contents }) => contents)
    .map((part) => (typeof part === "string" ? part : part.value))
    .join("\n");
}

/** A problem as a person can tell it apart: its code, and the text that it underlines. */
export interface Problem {
  readonly code: string;
  readonly text: string;
  readonly diagnostic: vscode.Diagnostic;
}

/** This extension's problems of a document, in the order of the text. */
export function problems({ document }: Opened): Problem[] {
  return vscode.languages
    .getDiagnostics(document.uri)
    .filter(({ source }) => source === "cap-operator")
    .sort((a, b) => a.range.start.compareTo(b.range.start))
    .map((diagnostic) => ({
      code: String(typeof diagnostic.code === "object" ? diagnostic.code.value : diagnostic.code),
      text: document.getText(diagnostic.range),
      diagnostic,
    }));
}

/** Waits until exactly these problems, as "code: underlined text", are shown. */
export async function seesProblems(opened: Opened, expected: readonly string[]): Promise<Problem[]> {
  return eventually(() => {
    const found = problems(opened);
    assert.deepEqual(
      found.map(({ code, text }) => `${code}: ${text}`),
      expected,
    );
    return found;
  });
}

/** Changes a setting of this extension for the workspace; `undefined` takes it back. */
export async function configure(key: string, value: unknown): Promise<void> {
  const { Workspace } = vscode.ConfigurationTarget;
  await vscode.workspace.getConfiguration("capOperator").update(key, value, Workspace);
}

/** The quick fixes for a problem. */
export async function quickFixes(
  { document }: Opened,
  { diagnostic }: Problem,
): Promise<vscode.CodeAction[]> {
  return vscode.commands.executeCommand<vscode.CodeAction[]>(
    "vscode.executeCodeActionProvider",
    document.uri,
    diagnostic.range,
    vscode.CodeActionKind.QuickFix.value,
  );
}

/** Waits until this extension answers for values files: what it must not say afterwards, it would have said. */
export async function serverIsReady(): Promise<void> {
  const probe = await openText("probe-values.yaml", "con$0troller:\n  replicas: 1\n");
  await eventually(async () => assert.notEqual(await hoverText(probe), ""));
  await closeAll();
}

function sortKey(item: vscode.CompletionItem): string {
  return item.sortText ?? labelOf(item);
}
