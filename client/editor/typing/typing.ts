import {
  commands,
  Disposable,
  IndentAction,
  languages,
  Position,
  type TextDocument,
  type TextDocumentChangeEvent,
  TextDocumentSaveReason,
  type TextEditorEdit,
  window,
  workspace,
} from "vscode";
import { isTerraform, isYamlDocument } from "../documents/documents.ts";
import {
  beginsWord,
  ENTER_RULES,
  endsWithAmount,
  indentationBelow,
  isChanged,
  linesBehind,
  namesVersion,
  needsOpening,
  typedIndentation,
} from "./typing-rules.ts";

/** Something that is in use while a file of CAP Operator has the focus: other files are not affected. */
export interface WhileOurs extends Disposable {
  follow(isOurs: boolean): void;
}

/** Begins `use` when a file of CAP Operator gets the focus, and ends it when another one does. */
export function whileOurs(use: () => Disposable): WhileOurs {
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

/**
 * Makes Enter indent in files of CAP Operator. The editor only knows rules for Enter by language, so they are registered as long
 * as such a file has the focus: other YAML files are not affected. The editor itself applies them, along with the line break and
 * for each cursor; formatting on type would come later, as a separate undo step, and for one cursor only.
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
 * and if another extension switches off its rules for Enter in all YAML. A setting of the person is respected.
 */
async function indentAfterwards({
  document,
  contentChanges,
  reason,
}: TextDocumentChangeEvent): Promise<void> {
  const editor = window.activeTextEditor;
  if (document !== editor?.document || reason !== undefined || contentChanges.length === 0) return;
  const missing: { position: Position; blanks: string }[] = [];
  const inOrder = contentChanges.toSorted((a, b) => a.rangeOffset - b.rangeOffset);
  for (const [index, { range, text }] of inOrder.entries()) {
    const typed = typedIndentation(text);
    if (typed === undefined || !range.isSingleLine) return;
    const before = document.lineAt(range.start.line + index).text;
    const wanted = indentationBelow(before, Number(editor.options.indentSize));
    if (typed !== wanted && before.startsWith(typed) && wanted.startsWith(typed)) {
      missing.push({
        position: new Position(range.start.line + index + 1, typed.length),
        blanks: wanted.slice(typed.length),
      });
    }
  }
  if (missing.length === 0 || keepsByChoice(document)) return;
  // Undone in one step with the line break. If something was typed meanwhile, the editor refuses the edit.
  const write = (edit: TextEditorEdit) => {
    for (const { position, blanks } of missing) edit.insert(position, blanks);
  };
  await editor.edit(write, { undoStopBefore: false, undoStopAfter: false });
}

/** True if the person, and not an extension, wants Enter to keep the indentation. */
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

/**
 * Makes suggestions open in files of CAP Operator where the editor itself keeps them closed in YAML. Other files are not
 * affected.
 */
export function createTypedSuggestions(): WhileOurs {
  return whileOurs(() => workspace.onDidChangeTextDocument(suggestAtFirstLetter));
}

function suggestAtFirstLetter({ document, contentChanges, reason }: TextDocumentChangeEvent): void {
  const [change, ...others] = contentChanges;
  const isTyped = change !== undefined && others.length === 0 && reason === undefined && change.range.isEmpty;
  if (!isTyped || document !== window.activeTextEditor?.document) return;
  const { line, character } = change.range.start;
  const { text } = document.lineAt(line);
  const before = text.slice(0, character);
  if (/\d$/.test(change.text) ? namesVersion(text) : /[a-zA-Z]$/.test(change.text) && endsWithAmount(text)) {
    // The editor keeps the list that it shows until the server has answered about the last character, and Enter would take from it.
    void commands.executeCommand("hideSuggestWidget");
    return;
  }
  if (!beginsWord(before, change.text) || !needsOpening(quickSuggestions(document))) return;
  // As if the editor had opened them itself: without suggestions, it shows no message.
  void commands.executeCommand("editor.action.triggerSuggest", { auto: true });
}

function quickSuggestions(document: TextDocument) {
  const setting = workspace.getConfiguration("editor", document).inspect("quickSuggestions");
  return {
    chosen: [
      setting?.globalValue,
      setting?.workspaceValue,
      setting?.workspaceFolderValue,
      setting?.globalLanguageValue,
      setting?.workspaceLanguageValue,
      setting?.workspaceFolderLanguageValue,
    ],
    preset: setting?.defaultLanguageValue ?? setting?.defaultValue,
  };
}

/**
 * Calls back when typing has ended at the place of a document's last change: the cursor has left its line, another
 * editor is in front, or the person has saved. An automatic save does not count. A change away from all cursors was not typed.
 */
export function onTypingEnded(ended: (document: TextDocument) => void): Disposable {
  /** The lines that are being typed. */
  const typed = new Map<TextDocument, readonly number[]>();
  const saving = new Set<TextDocument>();
  const end = (document: TextDocument) => {
    if (typed.delete(document)) ended(document);
  };
  return Disposable.from(
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (!(isYamlDocument(document) || isTerraform(document)) || contentChanges.length === 0) return;
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
