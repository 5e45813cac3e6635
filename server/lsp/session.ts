import {
  type Connection,
  type InitializeParams,
  MessageType,
  ShowMessageNotification,
} from "vscode-languageserver";
import { createProjectService } from "../core/project-service.ts";
import { readClientDefinition } from "../workspace/resource-definitions.ts";
import { Changes } from "./changes.ts";
import { serveChartRequests } from "./chart-requests.ts";
import type { ClientFeatures } from "./client-features.ts";
import { followFolders } from "./client-folders.ts";
import { serveCustomRequests } from "./custom-requests.ts";
import { Diagnostics } from "./diagnostics.ts";
import { DiagnosticsPublisher } from "./diagnostics-publisher.ts";
import { documentationAt } from "./documentation.ts";
import { EffectiveSettings } from "./effective-settings.ts";
import { EffectiveViews } from "./effective-views.ts";
import { EntryReporter } from "./entry-reports.ts";
import { FileStatuses } from "./file-status.ts";
import { followFiles } from "./followed-files.ts";
import { HelmAsking, SETTINGS } from "./helm-asking.ts";
import { serveInstallationRequests } from "./installation-requests.ts";
import { serveLanguageFeatures } from "./language-features.ts";
import { ProjectFiles } from "./project-files.ts";
import { serveProjectRequests } from "./project-requests.ts";
import {
  HELM_FOUND_REQUEST,
  type HelmFoundParams,
  RELEASES_CHANGED_NOTIFICATION,
  RESOURCE_DEFINITION_REQUEST,
  TYPING_ENDED_NOTIFICATION,
  type TypingEndedParams,
  WORKSPACE_TRUSTED_NOTIFICATION,
} from "./protocol.ts";
import { Refreshes } from "./refreshes.ts";
import { invalid, Requests } from "./requests.ts";
import { ServerState, type StateOptions } from "./state.ts";
import { serveUpgradeRequests } from "./upgrade-requests.ts";
import { type LoadYamlService, serveYamlFeatures } from "./yaml-features.ts";

/** What is needed to begin a session. */
export interface SessionOptions extends StateOptions {
  readonly loadYamlService: LoadYamlService;
  /** How long nobody must have typed before Helm is asked, in milliseconds. */
  readonly helmPause?: number;
}

/** Everything that serves a client, from the moment it has announced its capabilities. */
export interface Session {
  /** How many documents are kept. */
  readonly openFiles: number;
  /** Asks the client for its settings and registers with it, which is allowed from now on, and starts to send notifications. */
  start(): void;
  /** Stops sending notifications. */
  stop(): void;
  /** Answers every request with an error. */
  abandon(why: string): void;
}

/** Connects what the server knows with what it does: answers requests, follows changes, and tells the client of them. */
export function beginSession(
  connection: Connection,
  options: SessionOptions,
  features: ClientFeatures,
  params: InitializeParams,
): Session {
  const state = new ServerState(connection, options, features, params);
  const { workspace, projects, documents, folders, typed, open } = state;

  const projectFiles = new ProjectFiles(
    state,
    createProjectService(options.sources.project ?? {}, documentationAt(options.sources.docsUrl, features)),
  );
  const diagnostics = new Diagnostics(state, projectFiles);
  const views = new EffectiveViews(state);
  const entries = new EntryReporter(state);
  const refreshes = new Refreshes(state);
  const answered = (uri: string) => {
    workspace.files.touch(uri);
    publisher.schedule(uri);
    changes.textChanged(uri);
    if (features.entryProblems) entries.outdated();
    refreshes.ask({ diagnostics: true });
  };
  const asking = new HelmAsking(state, answered, options.helmPause);
  const statuses = new FileStatuses(state, asking);
  const publisher = new DiagnosticsPublisher(state, diagnostics, statuses);
  const changes = new Changes(state, { views, entries, publisher, refreshes });
  state.changed = () => changes.invalidateAll();
  const decided = new EffectiveSettings(state, () => {
    asking.changed(SETTINGS);
    // Only a client that has seen releases has to hear of others.
    if (views.listsReleases) void connection.sendNotification(RELEASES_CHANGED_NOTIFICATION);
  });

  const requests = new Requests(state);
  serveLanguageFeatures(state, requests, projectFiles);
  connection.languages.diagnostics.on(
    requests.any("Diagnostics", async (asked) =>
      diagnostics.report(await open(asked.textDocument.uri), asked),
    ),
  );
  serveYamlFeatures(state, requests, options.loadYamlService);
  serveCustomRequests(state, requests, statuses);
  serveChartRequests(state, requests);
  views.serve(requests);
  serveProjectRequests(state, requests);
  serveUpgradeRequests(state, requests);
  serveInstallationRequests(state, requests);
  connection.onRequest(
    HELM_FOUND_REQUEST,
    requests.any("The version of Helm", ({ major }: HelmFoundParams): null => {
      if (workspace.helmFound(major)) state.changed();
      return null;
    }),
  );
  connection.onRequest(
    RESOURCE_DEFINITION_REQUEST,
    requests.any("The definition of the operator resource", async (params: unknown): Promise<null> => {
      const definition = readClientDefinition(params);
      if (definition === undefined) throw invalid("the text of a definition and where it comes from");
      workspace.definitions.add(definition);
      return null;
    }),
  );
  connection.onNotification(TYPING_ENDED_NOTIFICATION, async ({ uri }: TypingEndedParams) => {
    if (!typed.forget(uri)) return;
    const file = await open(uri);
    if (file === undefined) return;
    publisher.republish(file);
    refreshes.ask({ diagnostics: true });
  });
  connection.onNotification(WORKSPACE_TRUSTED_NOTIFICATION, () => {
    state.isTrusted = true;
    decided.look();
    state.chartsChanged();
    for (const uri of documents.keys()) asking.changed(uri);
  });
  connection.onDidChangeConfiguration(async ({ settings }) => state.configuration.changed(settings));
  followFiles(state, { decided, publisher, changes, asking });
  documents.listen(connection);
  projects.look();

  return {
    get openFiles() {
      return workspace.files.size;
    },
    start() {
      refreshes.start();
      state.configuration.start(() => {
        if (projects.combine()) decided.changed();
      });
      if (features.workspaceFolders) {
        followFolders(connection, folders, () => {
          projects.look();
          workspace.charts.forget();
          decided.changed();
          decided.read();
        });
      }
      decided.read();
      decided.start();
      if (features.entryProblems) entries.outdated();
      for (const message of state.problems) {
        void connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Error, message });
      }
    },
    stop() {
      publisher.stop();
      refreshes.stop();
      entries.stop();
      asking.stop();
      state.log.stop();
    },
    abandon(why) {
      requests.abandon(why);
      publisher.stop();
    },
  };
}
