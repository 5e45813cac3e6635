import * as l10n from "@vscode/l10n";
import {
  commands,
  type InputBoxOptions,
  ProgressLocation,
  type QuickPickItem,
  QuickPickItemKind,
  Uri,
  window,
  workspace,
} from "vscode";
import type { Choice, Prompts } from "../ports/editor.ts";
import type { Dialogs, Progress, Question } from "../ports/installation.ts";
import { withoutLinks } from "../texts/without-links.ts";

/** Questions of the editor that block until they are answered. */
export const vscodeDialogs: Dialogs = {
  async input({ title, prompt, value, placeholder, problemOf, check }) {
    const options = {
      title,
      prompt: withoutLinks(prompt),
      ignoreFocusOut: true,
      value,
      placeHolder: placeholder,
      validateInput: problemOf,
    };
    return check === undefined ? window.showInputBox(options) : checkedInput(options, check);
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
  async openChart(title) {
    const openLabel = l10n.t("Select Chart");
    // A dialog for files and folders at once is not available everywhere: a folder is named by its Chart.yaml.
    const filters = { [l10n.t("Charts")]: ["yaml", "tgz", "gz"] };
    const [file] = (await window.showOpenDialog({ title, openLabel, filters })) ?? [];
    return file?.fsPath.replace(/[\\/]Chart\.yaml$/, "");
  },
};

/** A question that tries the answer out before it closes. */
async function checkedInput(
  { title, prompt, value = "", placeHolder, validateInput }: InputBoxOptions,
  check: NonNullable<Question["check"]>,
): Promise<string | undefined> {
  const box = window.createInputBox();
  Object.assign(box, { title, prompt, value, placeholder: placeHolder, ignoreFocusOut: true });
  const dismissed = new AbortController();
  const problemOf = async () => (await validateInput?.(box.value)) ?? undefined;
  try {
    return await new Promise<string | undefined>((resolve, reject) => {
      box.onDidHide(() => {
        dismissed.abort();
        resolve(undefined);
      });
      box.onDidChangeValue(async () => {
        box.validationMessage = await problemOf();
      });
      const accept = async () => {
        const problem = (await problemOf()) ?? (await check(box.value, dismissed.signal));
        box.validationMessage = problem;
        if (problem === undefined) resolve(box.value);
      };
      box.onDidAccept(async () => {
        if (box.busy) return;
        [box.busy, box.enabled] = [true, false];
        await accept().catch(reject);
        [box.busy, box.enabled] = [false, true];
      });
      box.show();
    });
  } finally {
    box.dispose();
  }
}

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
