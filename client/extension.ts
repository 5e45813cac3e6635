import { commands, type Disposable, type ExtensionContext, extensions, window, workspace } from "vscode";
import { createDefaultsProvider, DEFAULTS_SCHEME } from "./adapters/defaults-documents.ts";
import { createFileStatusItem } from "./adapters/file-status-item.ts";
import { vscodeEditor } from "./adapters/vscode-editor.ts";
import { vscodePrompts } from "./adapters/vscode-prompts.ts";
import { vscodeSettings } from "./adapters/vscode-settings.ts";
import { isYamlDocument } from "./adapters/yaml-documents.ts";
import { COMMANDS, runCommand } from "./commands/command-table.ts";
import { createLanguageServerRequests } from "./language-server-requests.ts";
import type { Ports } from "./ports.ts";
import { createRestartPolicy } from "./restart-policy.ts";
import { createServerSupervisor, type ServerSupervisor } from "./server-supervisor.ts";

let supervisor: ServerSupervisor | undefined;

/** Wires the client together. The server is started by the first YAML document or by the first command. */
export function activate(context: ExtensionContext): void {
  const output = window.createOutputChannel("CAP Operator", { log: true });
  const serverModule = context.asAbsolutePath("dist/language-server.cjs");

  const kept = createServerSupervisor({
    async launch(stopped) {
      // Loaded when the server is started, so that activation does not wait for the client library.
      const { createLanguageClientRun } = await import("./adapters/language-client-run.ts");
      const fileStatusChanged = fileStatus.show;
      return createLanguageClientRun({
        serverModule,
        output,
        fileStatusChanged,
        onCoexistenceChanged,
        stopped,
      });
    },
    policy: createRestartPolicy(),
    prompts: vscodePrompts,
    output,
    now: Date.now,
    changed: () => void fileStatus.refresh(),
  });
  supervisor = kept;

  const server = createLanguageServerRequests(kept);
  const fileStatus = createFileStatusItem(server);
  const ports: Ports = {
    prompts: vscodePrompts,
    editor: vscodeEditor,
    settings: vscodeSettings,
    output,
    server,
  };

  context.subscriptions.push(
    output,
    fileStatus,
    workspace.registerTextDocumentContentProvider(DEFAULTS_SCHEME, createDefaultsProvider(server)),
    workspace.onDidOpenTextDocument((document) => {
      if (isYamlDocument(document)) kept.ensureStarted();
    }),
    ...COMMANDS.map((command) => commands.registerCommand(command.id, () => runCommand(command, ports))),
  );

  if (workspace.textDocuments.some(isYamlDocument)) kept.ensureStarted();
}

/** Stops the server. */
export async function deactivate(): Promise<void> {
  await supervisor?.dispose();
}

function onCoexistenceChanged(changed: () => void): Disposable {
  const installed = extensions.onDidChange(changed);
  const configured = workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration("yaml") || event.affectsConfiguration("capOperator.coexistence"))
      changed();
  });
  return {
    dispose() {
      installed.dispose();
      configured.dispose();
    },
  };
}
