import type { ExtensionContext } from "vscode";
import { EDITOR_COMMANDS, WEB_COMMANDS } from "./commands/web-command-table.ts";
import { activateOn } from "./composition.ts";
import { createLanguageClientRun } from "./editor/language-client/language-client-run.ts";
import { workerClients } from "./editor/language-client/worker-language-client.ts";
import { createWebPorts, noCluster } from "./editor/web-ports.ts";

export { stopServer as deactivate } from "./composition.ts";

/** Starts the extension in a browser, where it runs no programs and has no disk. */
export function activate(context: ExtensionContext): void {
  const { extension, extensionUri } = context;
  const clients = workerClients(extensionUri, String(extension.packageJSON.version));
  activateOn(
    {
      commands: WEB_COMMANDS,
      lensCommands: EDITOR_COMMANDS,
      createRun: async (options) => createLanguageClientRun(options, clients),
      installation: (pages) => createWebPorts(pages, context),
      cluster: noCluster,
    },
    context,
  );
}
