import { setTimeout as wait } from "node:timers/promises";
import * as l10n from "@vscode/l10n";
import { commands, type ExtensionContext, Uri, window, workspace } from "vscode";
import { protectedContexts } from "../cluster/protected-context.ts";
import type { InstallationPorts, InstallationSettings, Pages } from "../installation-ports.ts";
import { listed } from "../sentence-parts.ts";
import { createChartArchives } from "./chart-archives.ts";
import { expandHome, fromHome } from "./home-paths.ts";
import { httpDownloads } from "./http-downloads.ts";
import { localFiles } from "./local-files.ts";
import { createNotedRuns } from "./noted-runs.ts";
import { createProgramRunner } from "./program-runner.ts";
import { vscodeDialogs } from "./vscode-dialogs.ts";
import { vscodeProgress } from "./vscode-progress.ts";

/** The ports that installing needs, implemented with the editor and the machine. */
export function createInstallationPorts(
  pages: Pages,
  { workspaceState, globalStorageUri }: Pick<ExtensionContext, "workspaceState" | "globalStorageUri">,
): InstallationPorts {
  const runs = createNotedRuns(Uri.joinPath(globalStorageUri, "runs").fsPath, { answers: windowAnswers });
  return {
    programs: createProgramRunner(
      (program) => expandHome(configuration().get(`${program}Path`, "")) || program,
      tellLeftOut,
      runs,
    ),
    leftRuns: runs,
    progress: vscodeProgress,
    dialogs: vscodeDialogs,
    pages,
    files: localFiles,
    downloads: httpDownloads,
    charts: createChartArchives(Uri.joinPath(globalStorageUri, "charts").fsPath),
    memory: {
      recall: (key) => workspaceState.get<string>(key),
      remember: async (key, value) => workspaceState.update(key, value),
    },
    installationSettings,
    pause: (ms, signal) => wait(ms, undefined, signal && { signal }).catch(() => undefined),
  };
}

/**
 * Resolves when the person's side of the window answers: that is where the editor executes its own commands, and after a lost
 * connection it does not answer.
 */
function windowAnswers(): Promise<unknown> {
  return Promise.resolve(commands.executeCommand("setContext", "capOperator.answers", true));
}

/** Variables that a person has set for other tools must not be ignored here without notice. */
function tellLeftOut(names: readonly string[]): void {
  const message =
    names.length === 1
      ? l10n.t(
          "{0} from your environment is not passed to helm: the context that you select here is used.",
          listed(names),
        )
      : l10n.t(
          "{0} from your environment are not passed to helm: the context that you select here is used.",
          listed(names),
        );
  void window.showWarningMessage(message);
}

function configuration() {
  return workspace.getConfiguration("capOperator");
}

function installationSettings(): InstallationSettings {
  const settings = configuration();
  const kubeconfig = settings.get("kubeconfig", "");
  const protection = settings.inspect<unknown>("protectedContexts");
  return {
    chart: settings.get("chart", ""),
    chartVersion: settings.get("chartVersion", ""),
    plainHttp: settings.get("install.plainHttp", false),
    releaseName: settings.get("releaseName", "cap-operator"),
    namespace: settings.get("namespace", "cap-operator-system"),
    kubeconfig: kubeconfig && fromHome(kubeconfig),
    wait: settings.get("install.wait", true),
    rollbackOnFailure: settings.get("install.rollbackOnFailure", true),
    timeout: settings.get("install.timeout", "5m0s"),
    protectedContexts: protectedContexts({
      machine: protection?.globalValue ?? protection?.defaultValue,
      workspace: [protection?.workspaceValue, protection?.workspaceFolderValue],
    }),
    managerReleaseUrl: settings.get("managerReleaseUrl", ""),
    helmDriver: process.env.HELM_DRIVER ?? "",
    managerManifestDigest: settings.get("managerManifestDigest", ""),
  };
}
