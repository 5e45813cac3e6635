import * as l10n from "@vscode/l10n";
import { Disposable, type ExtensionContext, type TextDocument, Uri, workspace } from "vscode";
import { refuse } from "../operation/outcome.ts";
import type { InstallationPorts, Pages } from "../ports/installation.ts";
import { vscodeDialogs, vscodeProgress } from "./dialogs.ts";
import { createMemory } from "./memory.ts";
import type { ClusterTree } from "./status/cluster-tree.ts";

/** No command that runs in a browser comes here; if one does, the person reads why it ends. */
function notInBrowser(): never {
  refuse(
    l10n.t("Helm and kubectl do not run in the browser."),
    l10n.t("Open this folder in VS Code on your computer."),
  );
}

const notHere = async (): Promise<never> => notInBrowser();

/** The ports that installing needs, in a browser: nothing is run, fetched or kept, and there are no files of a machine. */
export function createWebPorts(
  pages: Pages,
  { workspaceState }: Pick<ExtensionContext, "workspaceState">,
): InstallationPorts {
  return {
    programs: { run: notHere },
    progress: vscodeProgress,
    dialogs: vscodeDialogs,
    pages,
    files: {
      read: async () => undefined,
      kind: async () => undefined,
      pathOf: () => undefined,
      addressOf: (file) => Uri.file(file).toString(),
      resolve: (file) => file,
      shown: (file) => workspace.asRelativePath(file),
      async save(uri) {
        const document = open(uri);
        return document === undefined || (await document.save()) ? uri : undefined;
      },
      unsaved: (uris) => uris.filter((uri) => open(uri)?.isDirty),
      kubeconfigPaths: () => [],
      inCluster: async () => undefined,
      digest: notInBrowser,
    },
    downloads: { text: notHere },
    charts: {
      keep: notHere,
      copy: notHere,
      writeSameBytes: notHere,
      refuseLinksOut: notHere,
      isIntact: async () => false,
      remember: notHere,
      fetched: async () => [],
    },
    memory: createMemory(workspaceState),
    installationSettings: () => notInBrowser(),
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
}

function open(uri: string): TextDocument | undefined {
  const wanted = Uri.parse(uri).toString();
  return workspace.textDocuments.find((document) => document.uri.toString() === wanted);
}

/** The view of the cluster, which is hidden in a browser. */
export function noCluster(): ClusterTree {
  return {
    view: {
      begin: () => notInBrowser(),
      cancel: () => undefined,
      shown: () => undefined,
    },
    releasesChanged: () => undefined,
    followVisibility: () => Disposable.from(),
    addressOf: () => undefined,
    dispose: () => undefined,
  };
}
