import { type QuickPickItem, QuickPickItemKind, window } from "vscode";
import type { Choice, Prompts } from "../ports.ts";
import { withoutLinks } from "./without-links.ts";

/** Messages and pick lists of the editor. Nothing in a message is a link. */
export const vscodePrompts: Prompts = {
  info: async (message, ...buttons) => window.showInformationMessage(withoutLinks(message), ...buttons),
  warn: async (message, ...buttons) => window.showWarningMessage(withoutLinks(message), ...buttons),
  error: async (message, ...buttons) => window.showErrorMessage(withoutLinks(message), ...buttons),
  async pick<T>(choices: readonly Choice<T>[], title: string, placeHolder: string) {
    // A question in the middle of something stays until it is answered: it often comes while the person looks elsewhere.
    const options = {
      ...{ title, placeHolder, matchOnDescription: true, matchOnDetail: true },
      ignoreFocusOut: true,
    };
    const picked = await window.showQuickPick<QuickPickItem | Choice<T>>(grouped(choices), options);
    return picked && "value" in picked ? picked.value : undefined;
  },
};

/** Choices with the headings of their groups. */
function grouped<T>(choices: readonly Choice<T>[]): (QuickPickItem | Choice<T>)[] {
  return choices.flatMap((choice, index) => {
    const { group } = choice;
    if (group === undefined || group === choices[index - 1]?.group) return [choice];
    return [{ label: group, kind: QuickPickItemKind.Separator }, choice];
  });
}
