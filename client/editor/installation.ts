import { setTimeout as wait } from "node:timers/promises";
import * as l10n from "@vscode/l10n";
import { type ExtensionContext, Uri, window, workspace } from "vscode";
import type { InstallationPorts, Pages } from "../ports/installation.ts";
import type { ProcessRunner, Program } from "../ports/programs.ts";
import { listed } from "../texts/sentence-parts.ts";
import { createChartArchives } from "./charts/chart-archives.ts";
import { httpDownloads } from "./charts/http-downloads.ts";
import { vscodeDialogs, vscodeProgress } from "./dialogs.ts";
import { localFiles } from "./files.ts";
import { createMemory } from "./memory.ts";
import { expandHome } from "./processes/machine.ts";
import { createProgramRunner, type ProgramRunner } from "./processes/program-runner.ts";
import { installationSettings } from "./settings/installation-settings.ts";
import { settingOf } from "./settings/setting-types.ts";

/** Runs the programs that the settings of the machine name, and says so in each result. */
export function createConfiguredPrograms(): ProgramRunner {
  const configured = (program: Program) => expandHome(settingOf(configuration(), `${program}Path`));
  const runner = createProgramRunner((program) => configured(program) || program, reportLeftOut);
  return {
    ...runner,
    async run(invocation, options) {
      const result = await runner.run(invocation, options);
      const path = configured(invocation.program);
      return path === "" ? result : { ...result, path };
    },
  };
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
    installationSettings: () => installationSettings(configuration()),
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
