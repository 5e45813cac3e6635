import { Disposable, RelativePattern, Uri, workspace } from "vscode";
import type { Files } from "../ports/installation.ts";

/** Reports once at the beginning, and whenever a kubeconfig changes or another one is set. The files are not opened. */
export function followKubeconfig(
  files: Pick<Files, "kubeconfigPaths" | "addressOf">,
  changed: () => void,
): Disposable {
  let watched: Disposable[] = [];

  function follow(): void {
    for (const disposable of watched) disposable.dispose();
    watched = files.kubeconfigPaths().flatMap((path) => {
      // Its folder is watched as a whole: its name could have characters with a meaning in patterns.
      const folder = files.addressOf(path).replace(/[^/]*$/, "");
      const pattern = new RelativePattern(Uri.parse(folder), "*");
      const watcher = workspace.createFileSystemWatcher(pattern);
      return [
        watcher,
        watcher.onDidCreate(changed),
        watcher.onDidDelete(changed),
        watcher.onDidChange(changed),
      ];
    });
    changed();
  }

  const configured = workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration("capOperator.kubeconfig")) follow();
  });
  follow();
  return new Disposable(() => {
    for (const disposable of [configured, ...watched]) disposable.dispose();
  });
}
