import * as l10n from "@vscode/l10n";
import {
  commands,
  type Disposable,
  type ExtensionContext,
  extensions,
  l10n as l10nOfEditor,
  type TextDocument,
  Uri,
  window,
  workspace,
} from "vscode";
import { CHART_FILE_SCHEME } from "../server/disk/chart-addresses.ts";
import { DEFAULTS_SCHEME, type KeptChart, PASTE } from "../server/lsp/protocol.ts";
import { registerChartCompletion } from "./editor/charts/chart-completion.ts";
import { vscodePrompts } from "./editor/dialogs.ts";
import { createRecentFiles, createSavedFiles, startsServer } from "./editor/documents/documents.ts";
import { createEffectiveValuesDocuments } from "./editor/documents/effective-values-documents.ts";
import { registerExtracted } from "./editor/documents/extracted-values.ts";
import { registerGoToOrigin } from "./editor/documents/go-to-origin.ts";
import { createChartFileProvider, createDefaultsProvider } from "./editor/documents/read-only-documents.ts";
import { createRenderedObjectsDocuments } from "./editor/documents/rendered-objects-documents.ts";
import { createEditor } from "./editor/editor.ts";
import { followKubeconfig } from "./editor/kubeconfig-changes.ts";
import type { RunOptions } from "./editor/language-client/language-client-run.ts";
import { createLanguageServerRequests } from "./editor/language-client/language-server-requests.ts";
import {
  createServerSupervisor,
  type ServerRun,
  type ServerSupervisor,
} from "./editor/language-client/server-supervisor.ts";
import { createLog, filteredChannel } from "./editor/log.ts";
import { registerDocumentation } from "./editor/pages/documentation-editor.ts";
import { createPages, type PageEditors } from "./editor/pages/pages.ts";
import { createWalkthroughProgress, noticing, registerAccepted } from "./editor/pages/walkthrough.ts";
import { createEntryProblems } from "./editor/settings/entry-problems.ts";
import { settingsStore } from "./editor/settings/settings.ts";
import { reportWrongSettings } from "./editor/settings/wrong-settings.ts";
import type { ClusterTree } from "./editor/status/cluster-tree.ts";
import { createContextStatusItem } from "./editor/status/context-status-item.ts";
import { createFileStatusItem } from "./editor/status/file-status-item.ts";
import { createFormattingNotice } from "./editor/typing/formatting-notice.ts";
import { createPasting } from "./editor/typing/pasting.ts";
import { createEnterKey, createTypedSuggestions } from "./editor/typing/typing.ts";
import { releaseAt } from "./helm/release-address.ts";
import { CHOSEN_CONTEXT } from "./kubectl/target.ts";
import type { Command, Ports } from "./operation/command.ts";
import type { LanguageServer } from "./ports/editor.ts";
import type { InstallationPorts, Pages } from "./ports/installation.ts";

let supervisor: ServerSupervisor | undefined;

/** The key under which a workspace remembers the major version of the Helm that was last found. */
const HELM_MEMORY = "helmMajor";

/** The parts that differ between a machine, which runs programs, and a browser. */
export interface Host {
  readonly commands: readonly Command[];
  /** Those of the commands that the server may attach to what it shows. */
  readonly lensCommands: readonly Command[];
  /** Makes one run of the server. Loaded when it is started, so that activation does not wait for the client library. */
  createRun(options: RunOptions): Promise<ServerRun>;
  installation(pages: Pages): InstallationPorts;
  cluster(server: LanguageServer): ClusterTree;
}

/** Wires the client together. The server is started by the first YAML document, file of Terraform that names the chart, or command. */
export function activateOn(host: Host, context: ExtensionContext): void {
  speakEditorLanguage();
  // Not translated: a name
  const channel = window.createOutputChannel("CAP Operator", { log: true });
  const output = createLog(channel);
  const pages = createPages();
  const installation = host.installation(pages);
  let keptCharts: readonly KeptChart[] = [];

  /** Asks again for the views of values. */
  const refreshShown = () => {
    effectiveValues.refresh();
    renderedObjects.refresh();
  };
  const kept = createServerSupervisor({
    async launch(events) {
      keptCharts = await installation.charts.fetched();
      return host.createRun({
        output: filteredChannel(channel),
        fileStatusChanged: fileStatus.show,
        effectiveValuesChanged: refreshShown,
        releasesChanged: () => clusterTree.releasesChanged(),
        noticing: (middleware) => noticing(middleware, walkthrough, server),
        entryProblems: entryProblems.show,
        notFormatted: formattingNotice.notFormatted,
        commands: host.lensCommands.map(({ id }) => id),
        helmMajor: () => context.workspaceState.get<number>(HELM_MEMORY),
        keptCharts: () => keptCharts,
        onCoexistenceChanged: (changed) =>
          onCoexistenceChanged(() => {
            changed();
            void fileStatus.refresh();
          }),
        ...events,
      });
    },
    prompts: vscodePrompts,
    output,
    changed() {
      fileStatus.refresh();
      refreshShown();
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
    workspaceChecked: (isShown) =>
      commands.executeCommand("setContext", "capOperator.workspaceChecked", isShown),
  });
  const walkthrough = createWalkthroughProgress(context.extension.id);
  const recent = createRecentFiles();
  const saved = createSavedFiles();
  const enterKey = createEnterKey();
  const suggestions = createTypedSuggestions();
  const pasting = createPasting((params) => server.ask(PASTE, params));
  const contextItem = createContextStatusItem(installation.files, installation.memory);
  const fileStatus = createFileStatusItem(server, (isOurs) => {
    enterKey.follow(isOurs);
    suggestions.follow(isOurs);
    pasting.follow(isOurs);
    contextItem.fileInFront(isOurs);
  });
  const effectiveValues = createEffectiveValuesDocuments(server, saved);
  const renderedObjects = createRenderedObjectsDocuments(server, saved);
  const entryProblems = createEntryProblems();
  const editor = {
    ...createEditor(recent),
    showEffectiveValues: effectiveValues.show,
    showRenderedObjects: renderedObjects.show,
  };
  const formattingNotice = createFormattingNotice(vscodePrompts, editor);
  const clusterTree = host.cluster(server);
  const ports: Ports = {
    ...installation,
    memory: {
      ...installation.memory,
      async remember(key, value) {
        await installation.memory.remember(key, value);
        if (key === CHOSEN_CONTEXT) await contextItem.refresh();
      },
    },
    prompts: vscodePrompts,
    editor,
    settings: settingsStore,
    output,
    server,
    walkthrough,
    view: clusterTree.view,
  };

  const begin = (document: TextDocument) => {
    if (startsServer(document)) kept.ensureStarted();
  };
  context.subscriptions.push(
    channel,
    enterKey,
    suggestions,
    pasting,
    fileStatus,
    effectiveValues,
    renderedObjects,
    entryProblems,
    formattingNotice,
    pages,
    clusterTree,
    contextItem,
    clusterTree.followVisibility(contextItem.viewShown),
    followKubeconfig(installation.files, contextItem.refresh),
    recent,
    saved,
    reportWrongSettings(output),
    registerAccepted(walkthrough),
    registerGoToOrigin(),
    registerExtracted(),
    registerChartCompletion(ports),
    registerDocumentation(context),
    workspace.registerTextDocumentContentProvider(DEFAULTS_SCHEME, createDefaultsProvider(server)),
    workspace.registerTextDocumentContentProvider(CHART_FILE_SCHEME, createChartFileProvider(server)),
    workspace.onDidOpenTextDocument(begin),
    workspace.onDidSaveTextDocument(begin),
    // The server gets the path of Helm when it starts.
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("capOperator.helmPath") && workspace.textDocuments.some(startsServer))
        void kept.restart();
    }),
    ...host.commands.map((command) =>
      commands.registerCommand(command.id, (target?: unknown) =>
        command.run(ports, addressOf(target, pages, clusterTree)),
      ),
    ),
  );

  if (workspace.textDocuments.some(startsServer)) kept.ensureStarted();
}

export async function stopServer(): Promise<void> {
  await supervisor?.dispose();
}

/**
 * The address that a menu (the address of a file, a line of the view, the title of a preview) or a code lens (an address as a
 * string) passes to a command; the palette passes none.
 */
function addressOf(target: unknown, pages: PageEditors, cluster: ClusterTree): string | undefined {
  if (target instanceof Uri) return pages.addressBehind(target) ?? target.toString();
  if (typeof target !== "string") return cluster.addressOf(target);
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

/** From here on, sentences for people are in the language of the editor, if this extension has them in it; else in English. */
function speakEditorLanguage(): void {
  if (l10nOfEditor.bundle) l10n.config({ contents: l10nOfEditor.bundle });
}
