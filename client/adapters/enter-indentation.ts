import { type Disposable, IndentAction, languages } from "vscode";
import { ENTER_RULES } from "../enter-rules.ts";

/** What Enter does in the files of this extension. */
export interface EnterIndentation extends Disposable {
  /** Says whether the editor with the keyboard shows a file of ours. */
  follow(isOurs: boolean): void;
}

/**
 * Lets Enter indent in files of ours. The editor knows rules for Enter only by language, so they are there as long as the
 * keyboard is in such a file: other YAML files stay as they are. The editor itself carries them out, with the line break and
 * for each cursor; formatting on type would come later, as a step of its own to undo, and for one cursor only.
 */
export function createEnterIndentation(): EnterIndentation {
  let active: Disposable | undefined;
  const stop = () => {
    active?.dispose();
    active = undefined;
  };
  return {
    follow(isOurs) {
      if (isOurs) active ??= languages.setLanguageConfiguration("yaml", { onEnterRules: rules() });
      else stop();
    },
    dispose: stop,
  };
}

function rules() {
  return ENTER_RULES.map(({ before, deeper, append }) => ({
    beforeText: before,
    action: { indentAction: deeper ? IndentAction.Indent : IndentAction.None, appendText: append },
  }));
}
