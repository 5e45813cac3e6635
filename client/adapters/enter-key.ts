import {
  Disposable,
  IndentAction,
  languages,
  Position,
  type TextDocument,
  type TextDocumentChangeEvent,
  type TextEditorEdit,
  window,
  workspace,
} from "vscode";
import { ENTER_RULES, indentationBelow, typedIndentation } from "../enter-rules.ts";

/** What Enter does in the files of this extension. */
export interface EnterKey extends Disposable {
  /** Says whether the editor with the keyboard shows a file of ours. */
  follow(isOurs: boolean): void;
}

/**
 * Lets Enter indent in files of ours. The editor knows rules for Enter only by language, so they are there as long as the
 * keyboard is in such a file: other YAML files stay as they are. The editor itself carries them out, with the line break and
 * for each cursor; formatting on type would come later, as a step of its own to undo, and for one cursor only.
 */
export function createEnterKey(): EnterKey {
  let inUse: Disposable | undefined;
  const stop = () => {
    inUse?.dispose();
    inUse = undefined;
  };
  return {
    follow(isOurs) {
      if (isOurs) inUse ??= use();
      else stop();
    },
    dispose: stop,
  };
}

function use(): Disposable {
  const onEnterRules = ENTER_RULES.map(({ before, deeper, append, rewritten }) => ({
    beforeText: before,
    action: {
      indentAction: deeper ? IndentAction.Indent : IndentAction.None,
      removeText: rewritten,
      appendText: " ".repeat(rewritten) + append,
    },
  }));
  return Disposable.from(
    languages.setLanguageConfiguration("yaml", { onEnterRules }),
    workspace.onDidChangeTextDocument(indentAfterwards),
  );
}

/**
 * Adds the indentation where the editor only kept that of the line above: it does so while it has not read the line yet, and
 * where another extension switches its rules for Enter off for all YAML. What the person set is left alone.
 */
async function indentAfterwards({
  document,
  contentChanges,
  reason,
}: TextDocumentChangeEvent): Promise<void> {
  const editor = window.activeTextEditor;
  if (document !== editor?.document || reason !== undefined || contentChanges.length === 0) return;
  const missing: { at: Position; blanks: string }[] = [];
  const inOrder = contentChanges.toSorted((one, other) => one.rangeOffset - other.rangeOffset);
  for (const [index, { range, text }] of inOrder.entries()) {
    const typed = typedIndentation(text);
    if (typed === undefined || !range.isSingleLine) return;
    const before = document.lineAt(range.start.line + index).text;
    const wanted = indentationBelow(before, Number(editor.options.indentSize));
    if (typed !== wanted && before.startsWith(typed) && wanted.startsWith(typed)) {
      missing.push({
        at: new Position(range.start.line + index + 1, typed.length),
        blanks: wanted.slice(typed.length),
      });
    }
  }
  if (missing.length === 0 || keepsByChoice(document)) return;
  // One step with the line break when it is undone. If something was typed meanwhile, the editor refuses the edit.
  const write = (edit: TextEditorEdit) => {
    for (const { at, blanks } of missing) edit.insert(at, blanks);
  };
  await editor.edit(write, { undoStopBefore: false, undoStopAfter: false });
}

/** Whether the person, and not an extension, wants Enter to keep the indentation. */
function keepsByChoice(document: TextDocument): boolean {
  const setting = workspace.getConfiguration("editor", document).inspect<string>("autoIndent");
  const chosen =
    setting?.workspaceFolderLanguageValue ??
    setting?.workspaceLanguageValue ??
    setting?.globalLanguageValue ??
    setting?.workspaceFolderValue ??
    setting?.workspaceValue ??
    setting?.globalValue;
  return chosen === "none" || chosen === "keep";
}
