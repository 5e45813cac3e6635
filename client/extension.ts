import { type ExtensionContext, Uri, workspace } from "vscode";
import { createAgents } from "./adapters/agents.ts";
import { createClusterTree, isViewItem } from "./adapters/cluster-tree.ts";
import { expandHome } from "./adapters/home-paths.ts";
import { createInstallationPorts } from "./adapters/vscode-installation.ts";
import { COMMANDS } from "./commands/command-table.ts";
import { activateOn, type Host } from "./composition.ts";
import { messageOf } from "./error-message.ts";
import { followLeftRuns } from "./release/left-run.ts";

export { deactivate } from "./composition.ts";

/** Starts the extension on a machine. */
export function activate(context: ExtensionContext): void {
  const ports = activateOn(machine(context), context);
  context.subscriptions.push(createAgents(context));
  const follow = () => void followLeftRuns(ports).catch((error) => ports.output.error(messageOf(error)));
  if (workspace.isTrusted) follow();
  else context.subscriptions.push(workspace.onDidGrantWorkspaceTrust(follow));
}

function machine(context: ExtensionContext): Host {
  return {
    commands: COMMANDS,
    lensCommands: COMMANDS,
    async createRun(options) {
      const { createLanguageClientRun } = await import("./adapters/language-client-run.ts");
      const { nodeClients } = await import("./adapters/node-language-client.ts");
      const serverModule = context.asAbsolutePath("dist/language-server.js");
      const compiled = Uri.joinPath(context.globalStorageUri, "compiled").fsPath;
      const helmPath = () => expandHome(workspace.getConfiguration("capOperator").get("helmPath", ""));
      return createLanguageClientRun({ ...options, helmPath }, nodeClients({ serverModule, compiled }));
    },
    installation: (pages) => createInstallationPorts(pages, context),
    cluster(server) {
      const tree = createClusterTree(server);
      return Object.assign(tree, {
        addressOf: (target: unknown) => (isViewItem(target) ? target.address : undefined),
      });
    },
  };
}
