import { commands, Disposable, RelativePattern, Uri, workspace } from "vscode";
import type { Files } from "../ports/installation.ts";

/** The context key that says that there is no kubeconfig, and no cluster that this machine runs in. */
const NO_CONTEXT = "capOperator.noContext";

/** Keeps that key true while files and settings change, and reports each change of a kubeconfig. The files are not opened. */
export function createKubeconfigSign(
  files: Pick<Files, "kubeconfigPaths" | "kind" | "inCluster" | "addressOf">,
  changed: () => void,
): Disposable {
  let watched: Disposable[] = [];

  async function look(): Promise<void> {
    changed();
    const paths = files.kubeconfigPaths();
    const found = await Promise.all([...paths.map((path) => files.kind(path)), files.inCluster()]);
    const isNone = found.every((one) => one === undefined);
    await commands.executeCommand("setContext", NO_CONTEXT, isNone);
  }

  function follow(): void {
    for (const one of watched) one.dispose();
    watched = files.kubeconfigPaths().flatMap((path) => {
      // Its folder is watched as a whole: its name could have characters with a meaning in patterns.
      const folder = files.addressOf(path).replace(/[^/]*$/, "");
      const pattern = new RelativePattern(Uri.parse(folder), "*");
      const watcher = workspace.createFileSystemWatcher(pattern);
      return [watcher, watcher.onDidCreate(look), watcher.onDidDelete(look), watcher.onDidChange(changed)];
    });
    void look();
  }

  const configured = workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration("capOperator.kubeconfig")) follow();
  });
  follow();
  return new Disposable(() => {
    for (const one of [configured, ...watched]) one.dispose();
  });
}
