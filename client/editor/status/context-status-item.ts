import * as l10n from "@vscode/l10n";
import { type Disposable, StatusBarAlignment, type StatusBarItem, window } from "vscode";
import { contextInUse, readContexts } from "../../cluster/contexts.ts";
import type { Files, Memory } from "../../ports/installation.ts";

/** The item of the status bar with the kube context that commands use. */
interface ContextStatusItem extends Disposable {
  /** Records whether a file of CAP Operator is in front. */
  fileInFront(isOurs: boolean): Promise<void>;
  /** Records whether the view of the cluster can be seen. */
  viewShown(isShown: boolean): Promise<void>;
  /** Reads the kubeconfig and the chosen context again. */
  refresh(): Promise<void>;
}

/** Makes the item, which is there while the view or a file of CAP Operator is. A click lets the person choose the context. */
export function createContextStatusItem(files: Files, memory: Memory): ContextStatusItem {
  const item: StatusBarItem = window.createStatusBarItem("capOperator.context", StatusBarAlignment.Left, 0);
  item.name = l10n.t("CAP Operator: Kube Context");
  item.command = "capOperator.changeContext";
  const wanted = { byFile: false, byView: false };
  let asked = 0;

  async function refresh(): Promise<void> {
    const request = ++asked;
    if (!wanted.byFile && !wanted.byView) return item.hide();
    const kubeconfig = await readContexts({ files });
    if (request !== asked) return;
    if ("refusal" in kubeconfig || kubeconfig.contexts.length === 0) return item.hide();
    const { name, current } = contextInUse(kubeconfig, { memory });
    item.text = `$(server-environment) ${name ?? l10n.t("No context")}`;
    item.tooltip = tooltipOf(name, current);
    item.show();
  }

  return {
    async fileInFront(isOurs) {
      // Notified at each change of the file's status, while the kubeconfig is followed anyway.
      if (wanted.byFile === isOurs) return;
      wanted.byFile = isOurs;
      await refresh();
    },
    async viewShown(isShown) {
      wanted.byView = isShown;
      await refresh();
    },
    refresh,
    dispose: () => item.dispose(),
  };
}

function tooltipOf(name: string | undefined, current: string | undefined): string {
  if (name === undefined) return l10n.t("The kubeconfig has no current context. Click to choose one.");
  return current === undefined
    ? l10n.t("CAP Operator uses the kube context {0}. Click to choose another one.", name)
    : l10n.t(
        "CAP Operator uses the kube context {0} in this workspace, not the current one of the kubeconfig ({1}). Click to choose another one.",
        name,
        current,
      );
}
