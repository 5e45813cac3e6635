import * as vscode from "vscode";
import {
  Disposable,
  EventEmitter,
  type ExtensionContext,
  LanguageModelTextPart,
  type LanguageModelTool,
  LanguageModelToolResult,
  lm,
  workspace,
} from "vscode";
import { type AgentCommand, AgentProcess } from "./agent-process.ts";

const SETTING = "capOperator.agents.enable";
/** Named in package.json. */
const PROVIDER = "capOperator.agents";
/** What the names of language-model tools begin with; the rest is the name that the server has for it. */
export const TOOL_PREFIX = "cap-operator_";

/** What an editor can do with servers of agents since 1.101; older ones have no such function. */
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

/**
 * Offers the tools for agents while the setting is on and the workspace is trusted: as language-model tools, and where the editor can
 * do that, as a server that it starts. Nothing here installs anything.
 */
export function createAgents(context: ExtensionContext): Disposable {
  const changed = new EventEmitter<void>();
  let offered: Disposable | undefined;
  const refresh = () => {
    offered?.dispose();
    offered = isOn() ? offerTools(context) : undefined;
    changed.fire();
  };
  refresh();
  const server = registerServer(context, changed);
  return Disposable.from(
    changed,
    workspace.onDidChangeConfiguration((event) => event.affectsConfiguration(SETTING) && refresh()),
    workspace.onDidChangeWorkspaceFolders(refresh),
    workspace.onDidGrantWorkspaceTrust(refresh),
    ...(server ? [server] : []),
    new Disposable(() => offered?.dispose()),
  );
}

function isOn(): boolean {
  return workspace.isTrusted && workspace.getConfiguration().get(SETTING) === true;
}

function commandFor(context: ExtensionContext): AgentCommand {
  const roots = folders().flatMap((folder) => ["--root", folder]);
  return {
    command: process.execPath,
    args: [context.asAbsolutePath("dist/cap-operator.js"), "mcp", ...roots],
    env: { ELECTRON_RUN_AS_NODE: "1" },
  };
}

function folders(): string[] {
  return (workspace.workspaceFolders ?? []).flatMap(({ uri }) => (uri.scheme === "file" ? [uri.fsPath] : []));
}

// Not translated: a name
const SERVER = "CAP Operator";

function registerServer(context: ExtensionContext, changed: EventEmitter<void>): Disposable | undefined {
  const editor = lm as McpEditor;
  const { McpStdioServerDefinition: Definition } = vscode as unknown as {
    readonly McpStdioServerDefinition?: McpDefinition;
  };
  if (Definition === undefined) return undefined;
  return editor.registerMcpServerDefinitionProvider?.(PROVIDER, {
    onDidChangeMcpServerDefinitions: changed.event,
    provideMcpServerDefinitions: () => {
      if (!isOn()) return [];
      const { command, args, env } = commandFor(context);
      return [new Definition(SERVER, command, args, env, context.extension.packageJSON.version)];
    },
  });
}

function offerTools(context: ExtensionContext): Disposable {
  const server = new AgentProcess(commandFor(context));
  const contributed: readonly { readonly name: string }[] =
    context.extension.packageJSON.contributes.languageModelTools;
  return Disposable.from(
    ...contributed.map(({ name }) => lm.registerTool(name, toolFor(name.slice(TOOL_PREFIX.length), server))),
    new Disposable(() => void server.end()),
  );
}

function toolFor(name: string, server: AgentProcess): LanguageModelTool<object> {
  return {
    invoke: async ({ input }) => {
      const { text, isError } = await server.call(name, input);
      if (isError) throw new Error(text);
      return new LanguageModelToolResult([new LanguageModelTextPart(text)]);
    },
  };
}
