import {
  type Connection,
  DidChangeConfigurationNotification,
  DidChangeWorkspaceFoldersNotification,
  DocumentDiagnosticRequest,
  type InitializeParams,
  MessageType,
  type ResponseError,
  ShowMessageNotification,
} from "vscode-languageserver";
import { standard } from "./connection/requests.ts";
import type { ClientFeatures } from "./editor/client-features.ts";
import { serveCharts } from "./handlers/charts.ts";
import { serveClientReports } from "./handlers/client-reports.ts";
import { serveCodeActions } from "./handlers/code-actions.ts";
import { serveLensesAndHints } from "./handlers/code-lenses.ts";
import { serveCompletion } from "./handlers/completion.ts";
import { serveDocuments } from "./handlers/documents.ts";
import { EffectiveViews } from "./handlers/effective-values.ts";
import { serveFixRule } from "./handlers/fix-rule.ts";
import { type LoadYamlService, serveFormatting } from "./handlers/formatting.ts";
import { serveHover } from "./handlers/hover.ts";
import { serveProjects } from "./handlers/projects.ts";
import { serveReferences } from "./handlers/references.ts";
import { RenderedViews } from "./handlers/rendered-objects.ts";
import { serveStructure } from "./handlers/structure.ts";
import { serveValues } from "./handlers/values.ts";
import { serveWorkspaceCheck } from "./handlers/workspace-check.ts";
import { Changes } from "./notices/changes.ts";
import { Diagnostics } from "./notices/diagnostics.ts";
import { DiagnosticsPublisher } from "./notices/diagnostics-publisher.ts";
import { documentNotes } from "./notices/document-notes.ts";
import { EntryReporter } from "./notices/entry-reports.ts";
import { FileStatuses } from "./notices/file-status.ts";
import { followFiles } from "./notices/followed-files.ts";
import { HelmAsking, SETTINGS } from "./notices/helm-asking.ts";
import { Refreshes } from "./notices/refreshes.ts";
import { WorkspaceCheck } from "./notices/workspace-check.ts";
import { ANYTHING, DOCUMENT, FOLDERS, table } from "./protocol/shapes.ts";
import { RELEASES_CHANGED_NOTIFICATION, TYPING_ENDED, WORKSPACE_TRUSTED } from "./protocol.ts";
import { EffectiveSettings } from "./settings/effective-settings.ts";
import { ServerState, type StateOptions } from "./state/state.ts";

const CHANGED_FOLDERS = table({ event: table({ added: FOLDERS, removed: FOLDERS }) });

/** The parts that a session is made of. */
export interface SessionOptions extends StateOptions {
  readonly loadYamlService: LoadYamlService;
  /** The pause after the last change before Helm is asked, in milliseconds. */
  readonly helmPause?: number;
}

/** Everything that serves a client, from the moment it has announced its capabilities. */
export interface Session {
  /** The number of documents that are kept. */
  readonly openFiles: number;
  /** Asks the client for its settings and registers with it, which is allowed from now on, and starts to send notifications. */
  start(): void;
  /** Stops sending notifications, and answers all requests that arrive from now on with an error. */
  stop(refusal: ResponseError<never>): void;
  /** Answers every request with an error. */
  abandon(why: string): void;
}

/** Connects what the server knows with what it does: answers requests, follows changes, and notifies the client of them. */
export function beginSession(
  connection: Connection,
  options: SessionOptions,
  features: ClientFeatures,
  params: InitializeParams,
): Session {
  const state = new ServerState(connection, options, features, params);
  const { workspace, projects, documents, folders, open, requests } = state;

  const diagnostics = new Diagnostics(state);
  const statuses = new FileStatuses(state);
  const views = new EffectiveViews(state);
  const entries = new EntryReporter(state);
  const refreshes = new Refreshes(state);
  const publisher = new DiagnosticsPublisher(state, diagnostics, statuses);
  const check = new WorkspaceCheck(state, diagnostics);
  const changes = new Changes(state, { views, entries, publisher, refreshes, check });
  state.changed = () => changes.invalidateAll();
  const asking = new HelmAsking(state, (uri) => changes.helmAnswered(uri), options.helmPause);
  const settings = new EffectiveSettings(state, () => {
    asking.changed(SETTINGS);
    // Only a client that has seen releases has to hear of others.
    if (views.listsReleases) void connection.sendNotification(RELEASES_CHANGED_NOTIFICATION);
  });

  requests.serve(
    standard(DocumentDiagnosticRequest.type, table({ textDocument: DOCUMENT, previousResultId: ANYTHING })),
    "Diagnostics",
    async ({ textDocument, previousResultId }) =>
      diagnostics.report(await open(textDocument.uri), previousResultId),
  );
  const rendered = new RenderedViews(state, views, (uri) => changes.helmAnswered(uri));
  rendered.serve();
  serveCompletion(state, rendered);
  serveHover(state);
  serveCodeActions(state, check);
  serveFixRule(state, check);
  serveLensesAndHints(state);
  serveStructure(state);
  serveReferences(state);
  serveFormatting(state, options.loadYamlService);
  serveDocuments(state, statuses);
  serveCharts(state);
  views.serve();
  serveValues(state);
  serveProjects(state);
  serveClientReports(state);
  requests.hear(TYPING_ENDED, ({ uri }) => changes.typingEnded(uri));
  requests.hear(WORKSPACE_TRUSTED, () => {
    state.isTrusted = true;
    settings.look();
    state.chartsChanged();
    for (const uri of documents.keys()) asking.changed(uri);
  });
  requests.note(
    DidChangeConfigurationNotification.method,
    table({ settings: ANYTHING }),
    ({ settings: sent }) => state.configuration.changed(sent),
  );
  serveWorkspaceCheck(state, check);
  followFiles(state, { settings, publisher, changes, asking, check });
  documents.listen(documentNotes(requests));
  projects.look();

  return {
    get openFiles() {
      return workspace.files.size;
    },
    start() {
      refreshes.start();
      state.configuration.start(() => {
        if (projects.combine()) settings.changed();
      });
      if (features.workspaceFolders) {
        requests.note(
          DidChangeWorkspaceFoldersNotification.method,
          CHANGED_FOLDERS,
          ({ event: { added, removed } }) => {
            folders.change(
              removed.map(({ uri }) => uri),
              added.map(({ uri }) => uri),
            );
            void state.configuration.foldersChanged();
            projects.look();
            workspace.charts.forget();
            settings.changed();
            settings.read();
          },
        );
      }
      settings.read();
      settings.start();
      if (features.entryProblems) entries.outdated();
      for (const message of state.problems) {
        void connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Error, message });
      }
    },
    stop(refusal) {
      requests.refuse(refusal);
      publisher.stop();
      refreshes.stop();
      entries.stop();
      check.stop();
      asking.stop();
      state.workspace.naming.stop();
      state.log.stop();
    },
    abandon(why) {
      requests.abandon(why);
      publisher.stop();
    },
  };
}
