import { setTimeout as wait } from "node:timers/promises";
import * as l10n from "@vscode/l10n";
import { type ExtensionContext, Uri, window, workspace } from "vscode";
import { protectedContexts } from "../cluster/protected-context.ts";
import type { InstallationPorts, InstallationSettings, Pages } from "../ports/installation.ts";
import type { ProcessRunner } from "../ports/programs.ts";
import { listed } from "../texts/sentence-parts.ts";
import { createChartArchives } from "./chart-archives.ts";
import { vscodeDialogs, vscodeProgress } from "./dialogs.ts";
import { localFiles } from "./files.ts";
import { httpDownloads } from "./http-downloads.ts";
import { expandHome, fromHome } from "./machine.ts";
import { createMemory } from "./memory.ts";
import { createProgramRunner, type ProgramRunner } from "./program-runner.ts";

/** Runs the programs that the settings of the machine name. */
export function createConfiguredPrograms(): ProgramRunner {
  return createProgramRunner(
    (program) => expandHome(configuration().get(`${program}Path`, "")) || program,
    reportLeftOut,
  );
}

/** The ports that installing needs, implemented with the editor and the machine. */
export function createInstallationPorts(
  programs: ProcessRunner,
  pages: Pages,
  { workspaceState, globalStorageUri }: Pick<ExtensionContext, "workspaceState" | "globalStorageUri">,
): InstallationPorts {
  return {
    programs,
    progress: vscodeProgress,
    dialogs: vscodeDialogs,
    pages,
    files: localFiles,
    downloads: httpDownloads,
    charts: createChartArchives(Uri.joinPath(globalStorageUri, "charts").fsPath),
    memory: createMemory(workspaceState),
    installationSettings,
    pause: (ms, signal) => wait(ms, undefined, signal && { signal }).catch(() => undefined),
  };
}

/** Variables that a person has set for other tools must not be ignored here without notice. */
function reportLeftOut(names: readonly string[]): void {
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
    managerManifestDigest: settings.get("managerManifestDigest", ""),
  };
}
