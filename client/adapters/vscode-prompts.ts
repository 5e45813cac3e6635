import { window } from "vscode";
import type { Choice, Prompts } from "../ports.ts";

/** Messages and pick lists of the editor. */
export const vscodePrompts: Prompts = {
  info: async (message, ...buttons) => window.showInformationMessage(message, ...buttons),
  warn: async (message, ...buttons) => window.showWarningMessage(message, ...buttons),
  error: async (message, ...buttons) => window.showErrorMessage(message, ...buttons),
  async pick<T>(choices: readonly Choice<T>[], title: string, placeHolder: string) {
    const options = { title, placeHolder, matchOnDescription: true, matchOnDetail: true };
    return (await window.showQuickPick([...choices], options))?.value;
  },
};
