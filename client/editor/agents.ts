import * as vscode from "vscode";
import { Disposable, EventEmitter, type ExtensionContext, lm, workspace } from "vscode";

const SETTING = "capOperator.agents.enable";
/** Named in package.json. */
const PROVIDER = "capOperator.agents";
// Not translated: a name
const SERVER = "CAP Operator";

/** The registration of MCP servers that editors have since 1.101. */
interface McpEditor {
  readonly registerMcpServerDefinitionProvider?: (
    id: string,
    provider: {
      readonly onDidChangeMcpServerDefinitions: vscode.Event<void>;
      readonly provideMcpServerDefinitions: () => unknown[];
    },
  ) => Disposable;
}

type McpDefinition = new (
  label: string,
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  version: string,
) => unknown;

/** Offers the server for agents to the editor while the setting is on and the workspace is trusted. The editor starts it. */
export function createAgents(context: ExtensionContext): Disposable {
  const { McpStdioServerDefinition: Definition } = vscode as unknown as {
    readonly McpStdioServerDefinition?: McpDefinition;
  };
  const { registerMcpServerDefinitionProvider: register } = lm as McpEditor;
  if (Definition === undefined || register === undefined) return new Disposable(() => undefined);
  const changed = new EventEmitter<void>();
  return Disposable.from(
    changed,
    workspace.onDidChangeConfiguration((event) => event.affectsConfiguration(SETTING) && changed.fire()),
    workspace.onDidChangeWorkspaceFolders(() => changed.fire()),
    workspace.onDidGrantWorkspaceTrust(() => changed.fire()),
    register(PROVIDER, {
      onDidChangeMcpServerDefinitions: changed.event,
      provideMcpServerDefinitions: () => {
        if (!isOn()) return [];
        const args = [context.asAbsolutePath("dist/cap-operator.js"), "mcp", ...roots()];
        const env = { ELECTRON_RUN_AS_NODE: "1" };
        return [new Definition(SERVER, process.execPath, args, env, context.extension.packageJSON.version)];
      },
    }),
  );
}

function isOn(): boolean {
  return workspace.isTrusted && workspace.getConfiguration().get(SETTING) === true;
}

function roots(): string[] {
  return (workspace.workspaceFolders ?? []).flatMap(({ uri }) =>
    uri.scheme === "file" ? ["--root", uri.fsPath] : [],
  );
}
