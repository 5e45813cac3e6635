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
import { type WhileOurs, whileOurs } from "./while-ours.ts";

/**
 * Makes Enter indent in files of ours. The editor only knows rules for Enter by language, so they are registered as long as such
 * a file has the focus: other YAML files are not affected. The editor itself applies them, along with the line break and for each
 * cursor; formatting on type would come later, as a separate undo step, and for one cursor only.
 */
export function createEnterKey(): WhileOurs {
  return whileOurs(use);
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
 * Adds the indentation if the editor only kept that of the line above. It does so as long as it has not processed the line yet,
 * and if another extension switches off its rules for Enter in all YAML. What the person has set is respected.
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
  // Undone in one step with the line break. If something was typed meanwhile, the editor refuses the edit.
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
