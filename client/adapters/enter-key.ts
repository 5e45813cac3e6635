import {
  commands,
  Disposable,
  IndentAction,
  languages,
  type TextDocumentChangeEvent,
  window,
  workspace,
} from "vscode";
import { ENTER_RULES, isLineBreak } from "../enter-rules.ts";

/** What Enter does in the files of this extension. */
export interface EnterKey extends Disposable {
  /** Says whether the editor with the keyboard shows a file of ours. */
  follow(isOurs: boolean): void;
}

/**
 * Lets Enter indent in files of ours, and end the snippet that is being filled in: a line that is ended is done, and Tab and
 * Shift+Tab indent again. The editor knows rules for Enter only by language, so they are there as long as the keyboard is in such
 * a file: other YAML files stay as they are. The editor itself carries them out, with the line break and for each cursor;
 * formatting on type would come later, as a step of its own to undo, and for one cursor only.
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
  const onEnterRules = ENTER_RULES.map(({ before, deeper, append }) => ({
    beforeText: before,
    action: { indentAction: deeper ? IndentAction.Indent : IndentAction.None, appendText: append },
  }));
  return Disposable.from(
    languages.setLanguageConfiguration("yaml", { onEnterRules }),
    workspace.onDidChangeTextDocument(leaveSnippet),
  );
}

/** The editor does nothing when no snippet is being filled in. */
function leaveSnippet({ document, contentChanges, reason }: TextDocumentChangeEvent): void {
  if (document !== window.activeTextEditor?.document || reason !== undefined) return;
  if (contentChanges.length > 0 && contentChanges.every(({ text }) => isLineBreak(text))) {
    commands.executeCommand("leaveSnippet");
  }
}
