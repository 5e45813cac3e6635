import * as l10n from "@vscode/l10n";
import {
  commands,
  ProgressLocation,
  type QuickPickItem,
  QuickPickItemKind,
  Uri,
  window,
  workspace,
} from "vscode";
import type { Choice, Prompts } from "../ports/editor.ts";
import type { Dialogs, Progress } from "../ports/installation.ts";
import { withoutLinks } from "../texts/without-links.ts";

/** Questions of the editor that block until they are answered. */
export const vscodeDialogs: Dialogs = {
  async input({ title, prompt, value, placeholder, problemOf }) {
    return window.showInputBox({
      title,
      prompt: withoutLinks(prompt),
      ignoreFocusOut: true,
      ...(value !== undefined && { value }),
      ...(placeholder !== undefined && { placeHolder: placeholder }),
      ...(problemOf !== undefined && { validateInput: problemOf }),
    });
  },
  async confirm(message, detail, button) {
    return (await window.showWarningMessage(message, { modal: true, detail }, button)) === button;
  },
  choose: async (message, detail, ...buttons) =>
    window.showWarningMessage(message, { modal: true, detail }, ...buttons),
  async trusted() {
    if (workspace.isTrusted) return true;
    const message = l10n.t("Commands that reach a cluster run only in a workspace that you trust.");
    const detail = l10n.t("Its settings and files decide what is installed, and where.");
    const manage = l10n.t("Manage Trust");
    const pressed = await window.showWarningMessage(message, { modal: true, detail }, manage);
    if (pressed === manage) await commands.executeCommand("workbench.trust.manage");
    return workspace.isTrusted;
  },
  async saveNewFile(suggestedName, text) {
    const folder = workspace.workspaceFolders?.[0]?.uri;
    const uri = await window.showSaveDialog({
      title: l10n.t("CAP Operator: Save"),
      filters: { YAML: ["yaml", "yml"] },
      ...(folder && { defaultUri: Uri.joinPath(folder, suggestedName) }),
    });
    if (uri === undefined) return undefined;
    await workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    return uri.toString();
  },
};

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

function grouped<T>(choices: readonly Choice<T>[]): (QuickPickItem | Choice<T>)[] {
  return choices.flatMap((choice, index) => {
    const { group } = choice;
    if (group === undefined || group === choices[index - 1]?.group) return [choice];
    return [{ label: group, kind: QuickPickItemKind.Separator }, choice];
  });
}

export const vscodeProgress: Progress = {
  async show(title, task) {
    const options = {
      location: ProgressLocation.Notification,
      title: withoutLinks(title),
      cancellable: true,
    };
    return window.withProgress(options, (progress, token) => {
      const cancelled = new AbortController();
      token.onCancellationRequested(() => cancelled.abort());
      return task((message) => progress.report({ message: withoutLinks(message) }), cancelled.signal);
    });
  },
};
