import { type ExtensionContext, Uri, workspace } from "vscode";
import { COMMANDS } from "./commands/command-table.ts";
import { activateOn, type Host, stopServer } from "./composition.ts";
import { createAgents } from "./editor/agents.ts";
import { createConfiguredPrograms, createInstallationPorts } from "./editor/installation.ts";
import { expandHome } from "./editor/processes/machine.ts";
import type { ProgramRunner } from "./editor/processes/program-runner.ts";
import { settingOf } from "./editor/settings/setting-types.ts";
import { createClusterTree } from "./editor/status/cluster-tree.ts";

let programs: ProgramRunner | undefined;

/** Starts the extension on a machine. */
export function activate(context: ExtensionContext): void {
  const runner = createConfiguredPrograms();
  programs = runner;
  activateOn(machine(context, runner), context);
  context.subscriptions.push(createAgents(context));
}

/** Stops the server, and ends the programs that are running. */
export async function deactivate(): Promise<void> {
  await Promise.all([stopServer(), programs?.endAll()]);
}

function machine(context: ExtensionContext, runner: ProgramRunner): Host {
  return {
    commands: COMMANDS,
    lensCommands: COMMANDS,
    async createRun(options) {
      const { createLanguageClientRun } = await import("./editor/language-client/language-client-run.ts");
      const { nodeClients } = await import("./editor/language-client/node-language-client.ts");
      const serverModule = context.asAbsolutePath("dist/language-server.js");
      const compiled = Uri.joinPath(context.globalStorageUri, "compiled").fsPath;
      const helmPath = () => expandHome(settingOf(workspace.getConfiguration("capOperator"), "helmPath"));
      return createLanguageClientRun({ ...options, helmPath }, nodeClients({ serverModule, compiled }));
    },
    installation: (pages) => createInstallationPorts(runner, pages, context),
    cluster: createClusterTree,
  };
}
