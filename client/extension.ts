import { commands, type Disposable, type ExtensionContext, extensions, Uri, window, workspace } from "vscode";
import type { KeptChart } from "../server/lsp/protocol.ts";
import { createAgents } from "./adapters/agents.ts";
import { CHART_FILE_SCHEME, createChartFileProvider } from "./adapters/chart-documents.ts";
import { createClusterTree, isViewItem } from "./adapters/cluster-tree.ts";
import { createDefaultsProvider, DEFAULTS_SCHEME } from "./adapters/defaults-documents.ts";
import { registerDocumentation } from "./adapters/documentation-editor.ts";
import { speakEditorLanguage } from "./adapters/editor-language.ts";
import { createEffectiveValuesDocuments } from "./adapters/effective-values-documents.ts";
import { createEnterKey } from "./adapters/enter-key.ts";
import { createEntryProblems } from "./adapters/entry-problems.ts";
import { createFileStatusItem } from "./adapters/file-status-item.ts";
import { createFormattingNotice } from "./adapters/formatting-notice.ts";
import { registerGoToOrigin } from "./adapters/go-to-origin.ts";
import { noticing } from "./adapters/noticing-middleware.ts";
import { createPages, type PageEditors } from "./adapters/page-documents.ts";
import { createRecentFiles } from "./adapters/recent-files.ts";
import { createSavedFiles } from "./adapters/saved-files.ts";
import { settingNames } from "./adapters/set-settings.ts";
import { createTypedSuggestions } from "./adapters/typed-suggestions.ts";
import { createEditor } from "./adapters/vscode-editor.ts";
import { createInstallationPorts } from "./adapters/vscode-installation.ts";
import { vscodePrompts } from "./adapters/vscode-prompts.ts";
import { createSettings } from "./adapters/vscode-settings.ts";
import { createWalkthroughProgress, registerAccepted } from "./adapters/walkthrough-progress.ts";
import { isYamlDocument } from "./adapters/yaml-documents.ts";
import { COMMANDS } from "./commands/command-table.ts";
import { messageOf } from "./error-message.ts";
import { createLanguageServerRequests } from "./language-server-requests.ts";
import type { Ports } from "./ports.ts";
import { followLeftRuns } from "./release/left-run.ts";
import { releaseAt } from "./release/release-address.ts";
import { createServerSupervisor, type ServerSupervisor } from "./server-supervisor.ts";

let supervisor: ServerSupervisor | undefined;

/** The key under which a workspace remembers the major version of the Helm that was last found. */
const HELM_MEMORY = "helmMajor";

/** Wires the client together. The server is started by the first YAML document or by the first command. */
export function activate(context: ExtensionContext): void {
  speakEditorLanguage();
  // Not translated: a name
  const output = window.createOutputChannel("CAP Operator", { log: true });
  const pages = createPages();
  const installation = createInstallationPorts(pages, context);
  let keptCharts: readonly KeptChart[] = [];
  const names = settingNames(context);
  const serverModule = context.asAbsolutePath("dist/language-server.cjs");

  const kept = createServerSupervisor({
    async launch(events) {
      // Loaded when the server is started, so that activation does not wait for the client library.
      const { createLanguageClientRun } = await import("./adapters/language-client-run.ts");
      keptCharts = await installation.charts.fetched();
      return createLanguageClientRun({
        serverModule,
        compiled: Uri.joinPath(context.globalStorageUri, "compiled").fsPath,
        output,
        fileStatusChanged: fileStatus.show,
        effectiveValuesChanged: effectiveValues.refresh,
        releasesChanged: () => clusterTree.releasesChanged(),
        noticing: (middleware) => noticing(middleware, walkthrough, server),
        entryProblems: entryProblems.show,
        notFormatted: formattingNotice.notFormatted,
        commands: COMMANDS.map(({ id }) => id),
        helmMajor: () => context.workspaceState.get<number>(HELM_MEMORY),
        keptCharts: () => keptCharts,
        settingNames: names,
        onCoexistenceChanged,
        ...events,
      });
    },
    prompts: vscodePrompts,
    output,
    changed() {
      fileStatus.refresh();
      effectiveValues.refresh();
      // A server that has begun does not know yet that the view follows the releases.
      clusterTree.releasesChanged();
    },
  });
  supervisor = kept;

  const server = createLanguageServerRequests(kept, {
    helm(major) {
      void context.workspaceState.update(HELM_MEMORY, major);
    },
    charts(charts) {
      keptCharts = charts;
    },
  });
  const walkthrough = createWalkthroughProgress(context.extension.id);
  const recent = createRecentFiles();
  const saved = createSavedFiles();
  const enterKey = createEnterKey();
  const suggestions = createTypedSuggestions();
  const fileStatus = createFileStatusItem(server, (isOurs) => {
    enterKey.follow(isOurs);
    suggestions.follow(isOurs);
  });
  const effectiveValues = createEffectiveValuesDocuments(server, saved);
  const entryProblems = createEntryProblems();
  const editor = { ...createEditor(recent), showEffectiveValues: effectiveValues.show };
  const formattingNotice = createFormattingNotice(vscodePrompts, editor);
  const clusterTree = createClusterTree(server);
  const ports: Ports = {
    ...installation,
    prompts: vscodePrompts,
    editor,
    settings: createSettings(names),
    output,
    server,
    walkthrough,
    view: clusterTree.view,
  };

  context.subscriptions.push(
    output,
    enterKey,
    suggestions,
    fileStatus,
    effectiveValues,
    entryProblems,
    formattingNotice,
    pages,
    clusterTree,
    recent,
    saved,
    registerAccepted(walkthrough),
    registerGoToOrigin(),
    registerDocumentation(context),
    createAgents(context),
    workspace.registerTextDocumentContentProvider(DEFAULTS_SCHEME, createDefaultsProvider(server)),
    workspace.registerTextDocumentContentProvider(CHART_FILE_SCHEME, createChartFileProvider(server)),
    workspace.onDidOpenTextDocument((document) => {
      if (isYamlDocument(document)) kept.ensureStarted();
    }),
    ...COMMANDS.map((command) =>
      commands.registerCommand(command.id, (target?: unknown) =>
        command.run(ports, addressOf(target, pages)),
      ),
    ),
  );

  if (workspace.textDocuments.some(isYamlDocument)) kept.ensureStarted();

  const follow = () => void followLeftRuns(ports).catch((error) => output.error(messageOf(error)));
  if (workspace.isTrusted) follow();
  else context.subscriptions.push(workspace.onDidGrantWorkspaceTrust(follow));
}

/** Stops the server. */
export async function deactivate(): Promise<void> {
  await supervisor?.dispose();
}

/**
 * The address that a menu (the address of a file, a line of the view, the title of a preview) or a code lens (an address as a
 * string) passes to a command; the palette passes none.
 */
function addressOf(target: unknown, pages: PageEditors): string | undefined {
  if (target instanceof Uri) return pages.addressBehind(target) ?? target.toString();
  if (isViewItem(target)) return target.address;
  if (typeof target !== "string") return undefined;
  // The name of a context may contain slashes, which would not stay separate from those of the address in that of a file.
  return releaseAt(target) === undefined ? Uri.parse(target).toString() : target;
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
