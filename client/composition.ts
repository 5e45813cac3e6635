import { commands, type Disposable, type ExtensionContext, extensions, Uri, window, workspace } from "vscode";
import type { KeptChart } from "../server/lsp/protocol.ts";
import { CHART_FILE_SCHEME, createChartFileProvider } from "./adapters/chart-documents.ts";
import { createDefaultsProvider, DEFAULTS_SCHEME } from "./adapters/defaults-documents.ts";
import { registerDocumentation } from "./adapters/documentation-editor.ts";
import { speakEditorLanguage } from "./adapters/editor-language.ts";
import { createEffectiveValuesDocuments } from "./adapters/effective-values-documents.ts";
import { createEnterKey } from "./adapters/enter-key.ts";
import { createEntryProblems } from "./adapters/entry-problems.ts";
import { createFileStatusItem } from "./adapters/file-status-item.ts";
import { createFormattingNotice } from "./adapters/formatting-notice.ts";
import { registerGoToOrigin } from "./adapters/go-to-origin.ts";
import type { RunOptions } from "./adapters/language-client-run.ts";
import { noticing } from "./adapters/noticing-middleware.ts";
import { createPages, type PageEditors } from "./adapters/page-documents.ts";
import { createRecentFiles } from "./adapters/recent-files.ts";
import { createSavedFiles } from "./adapters/saved-files.ts";
import { settingNames } from "./adapters/set-settings.ts";
import { createTypedSuggestions } from "./adapters/typed-suggestions.ts";
import { createEditor } from "./adapters/vscode-editor.ts";
import { vscodePrompts } from "./adapters/vscode-prompts.ts";
import { createSettings } from "./adapters/vscode-settings.ts";
import { createWalkthroughProgress, registerAccepted } from "./adapters/walkthrough-progress.ts";
import { isYamlDocument } from "./adapters/yaml-documents.ts";
import type { InstallationPorts, Pages } from "./installation-ports.ts";
import { createLanguageServerRequests } from "./language-server-requests.ts";
import type { Command, LanguageServer, Ports } from "./ports.ts";
import { releaseAt } from "./release/release-address.ts";
import { createServerSupervisor, type ServerRun, type ServerSupervisor } from "./server-supervisor.ts";
import type { ClusterView } from "./view/view-readings.ts";

let supervisor: ServerSupervisor | undefined;

/** The key under which a workspace remembers the major version of the Helm that was last found. */
const HELM_MEMORY = "helmMajor";

/** The view of the cluster. */
export interface ClusterPart extends Disposable {
  readonly view: ClusterView;
  /** Called when other releases may be in the settings. */
  releasesChanged(): void;
  /** The address of a line that a menu passes to a command; `undefined` if it is something else. */
  addressOf(target: unknown): string | undefined;
}

/** What differs between a machine, which runs programs, and a browser. */
export interface Host {
  readonly commands: readonly Command[];
  /** Those of the commands that the server may attach to what it shows. */
  readonly lensCommands: readonly Command[];
  /** Makes one run of the server. Loaded when it is started, so that activation does not wait for the client library. */
  createRun(options: RunOptions): Promise<ServerRun>;
  installation(pages: Pages): InstallationPorts;
  cluster(server: LanguageServer): ClusterPart;
}

/** Wires the client together. The server is started by the first YAML document or by the first command. */
export function activateOn(host: Host, context: ExtensionContext): Ports {
  speakEditorLanguage();
  // Not translated: a name
  const output = window.createOutputChannel("CAP Operator", { log: true });
  const pages = createPages();
  const installation = host.installation(pages);
  let keptCharts: readonly KeptChart[] = [];
  const names = settingNames(context);

  const kept = createServerSupervisor({
    async launch(events) {
      keptCharts = await installation.charts.fetched();
      return host.createRun({
        output,
        fileStatusChanged: fileStatus.show,
        effectiveValuesChanged: effectiveValues.refresh,
        releasesChanged: () => clusterTree.releasesChanged(),
        noticing: (middleware) => noticing(middleware, walkthrough, server),
        entryProblems: entryProblems.show,
        notFormatted: formattingNotice.notFormatted,
        commands: host.lensCommands.map(({ id }) => id),
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
  const clusterTree = host.cluster(server);
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
    workspace.registerTextDocumentContentProvider(DEFAULTS_SCHEME, createDefaultsProvider(server)),
    workspace.registerTextDocumentContentProvider(CHART_FILE_SCHEME, createChartFileProvider(server)),
    workspace.onDidOpenTextDocument((document) => {
      if (isYamlDocument(document)) kept.ensureStarted();
    }),
    ...host.commands.map((command) =>
      commands.registerCommand(command.id, (target?: unknown) =>
        command.run(ports, addressOf(target, pages, clusterTree)),
      ),
    ),
  );

  if (workspace.textDocuments.some(isYamlDocument)) kept.ensureStarted();
  return ports;
}

/** Stops the server. */
export async function deactivate(): Promise<void> {
  await supervisor?.dispose();
}

/**
 * The address that a menu (the address of a file, a line of the view, the title of a preview) or a code lens (an address as a
 * string) passes to a command; the palette passes none.
 */
function addressOf(target: unknown, pages: PageEditors, cluster: ClusterPart): string | undefined {
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
