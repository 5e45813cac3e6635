import * as l10n from "@vscode/l10n";
import { type Disposable, type TextDocument, workspace } from "vscode";
import type { FormattingObstacle } from "../../../server/lsp/protocol.ts";
import type { Editor, Prompts } from "../../ports/editor.ts";

/** Tells a person who asked to format a document why it, or a part of it, was not formatted. */
export interface FormattingNotice extends Disposable {
  /** `answer` comes from the server; the save that may have asked for the formatting can end before it arrives. */
  notFormatted(document: TextDocument, answer: Promise<FormattingObstacle | null>): Promise<void>;
}

/** The editor does not tell whether a person or a save asked; by then, a save that formats has begun or is over. */
const SAVE_MS = 1000;

/** Makes the notice. It is silent if the editor formats on save: otherwise it would appear at each save. */
export function createFormattingNotice(prompts: Prompts, editor: Pick<Editor, "openAt">): FormattingNotice {
  const saving = new Set<TextDocument>();
  const waiting = new Map<TextDocument, () => void>();
  const begins = workspace.onWillSaveTextDocument(({ document }) => {
    saving.add(document);
    waiting.get(document)?.();
  });
  const ends = workspace.onDidSaveTextDocument((document) => {
    saving.delete(document);
    waiting.get(document)?.();
  });

  /** True if a save asked for the formatting, or follows at once. */
  async function isForSave(document: TextDocument): Promise<boolean> {
    if (!workspace.getConfiguration("editor", document).get("formatOnSave", false)) return false;
    if (saving.has(document)) return true;
    return new Promise((resolve) => {
      const settle = (saved: boolean) => {
        clearTimeout(timer);
        waiting.delete(document);
        resolve(saved);
      };
      const timer = setTimeout(() => settle(false), SAVE_MS);
      waiting.set(document, () => settle(true));
    });
  }

  return {
    async notFormatted(document, answer) {
      // A server that stops has nothing to say.
      const [isSave, obstacle] = await Promise.all([isForSave(document), answer.catch(() => null)]);
      if (isSave || !obstacle) return;
      const { message, range } = obstacle;
      const uri = document.uri.toString();
      const button = l10n.t("Go to Line {0}", range.start.line + 1);
      if ((await prompts.warn(message, button)) === button) await editor.openAt(uri, range);
    },
    dispose() {
      begins.dispose();
      ends.dispose();
    },
  };
}
