import * as l10n from "@vscode/l10n";
import { commands, Uri, window, workspace } from "vscode";
import type { Dialogs } from "../installation-ports.ts";
import { withoutLinks } from "./without-links.ts";

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
