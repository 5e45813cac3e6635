import {
  type Connection,
  type InitializeResult,
  LogMessageNotification,
  MessageType,
  ShowMessageNotification,
  TextDocuments,
} from "vscode-languageserver";
import { createLanguageService, type LanguageService, type Sources } from "../core/language-service.ts";
import { wellKnownFile } from "../core/ownership/well-known-files.ts";
import type { Settings } from "../core/settings.ts";
import type { ReleaseStack } from "../core/values/release-stack.ts";
import { DEFAULT_LIMITS, parseYaml } from "../core/yaml/reader/parse.ts";
import { AskedValues } from "./asked-values.ts";
import { serverCapabilities } from "./capabilities.ts";
import { ChangeQueue } from "./change-queue.ts";
import type { ChartFiles } from "./chart-files.ts";
import { type ClientFeatures, clientFeatures } from "./client-features.ts";
import { ToldNames } from "./cluster-names.ts";
import { Configuration } from "./configuration.ts";
import { serveCustomRequests } from "./custom-requests.ts";
import { Diagnostics } from "./diagnostics.ts";
import { documentationAt } from "./documentation.ts";
import { EffectiveViews } from "./effective-views.ts";
import { EntryReporter, hasEntries } from "./entry-reports.ts";
import { FileKinds } from "./file-kinds.ts";
import { FileStatuses } from "./file-status.ts";
import { HelmGeneration } from "./helm-generation.ts";
import { IDLE_SERVICE } from "./idle-service.ts";
import { serveInstallationRequests } from "./installation-requests.ts";
import { serveLanguageFeatures } from "./language-features.ts";
import { Log } from "./log.ts";
import { type OpenFile, OpenFiles } from "./open-files.ts";
import {
  ENTRY_PROBLEMS_NOTIFICATION,
  FILE_STATUS_CHANGED_NOTIFICATION,
  type FileStatusChangedParams,
  HELM_FOUND_REQUEST,
  type HelmFoundParams,
  TYPING_ENDED_NOTIFICATION,
  type TypingEndedParams,
} from "./protocol.ts";
import { type Outdated, Refreshes } from "./refreshes.ts";
import { Registrations } from "./registrations.ts";
import { sameSpelling } from "./release-paths.ts";
import { type OpenText, Releases } from "./releases.ts";
import { Requests } from "./requests.ts";
import { TypedPlaces } from "./typed-places.ts";
import type { ValuesFiles } from "./values-files.ts";
import { ValuesProblems } from "./values-problems.ts";
import { WorkspaceFolders } from "./workspace-folders.ts";
import { type LoadYamlService, serveYamlFeatures } from "./yaml-features.ts";

/** What a server is made from by whoever starts it. */
export interface ServerOptions {
  readonly version: string;
  readonly charts: ChartFiles;
  readonly valuesFiles: ValuesFiles;
  readonly loadYamlService: LoadYamlService;
  /** The data of the engine; `undefined` where it could not be read. */
  readonly sources: Sources | undefined;
  /** Is called when a document that has changed was looked at. */
  readonly worked?: () => void;
  /** What went wrong before the connection stood; the person is told of it. */
  readonly problems?: readonly string[];
  /** Makes the engine; tests put another one in its place. */
  readonly createService?: typeof createLanguageService;
}

/** A server on a connection, for whoever wants to look inside. */
export interface Server {
  /** How many documents something is kept of. */
  readonly openFiles: number;
  /** Whether the client has asked for the end. */
  readonly isShutDown: boolean;
  /**
   * Answers every request with an error and tells the client why, because nothing of the server can be relied on any more.
   * Settles when the client has all of it.
   */
  abandon(why: string): Promise<void>;
}

/** Wires everything to a connection and listens. */
export function startServer(connection: Connection, options: ServerOptions): Server {
  const problems = [...(options.problems ?? [])];
  const typed = new TypedPlaces();
  const documents = new TextDocuments(typed.documents);
  const folders = new WorkspaceFolders();
  const statuses = new FileStatuses();
  let features: ClientFeatures = clientFeatures({});

  const log = new Log(connection);
  const configuration = new Configuration(connection, log, () => {
    registrations.formatting(configuration.current.format.enable);
    watchValuesFiles();
    evidenceChanged();
  });
  const settings = () => configuration.current;
  const generation = new HelmGeneration(settings);
  const helm = () => generation.current;
  const names = new ToldNames();
  const service = makeService(options, settings, names, () => features, problems);
  const registrations = new Registrations(connection, log);
  const refreshes = new Refreshes(connection, log, () => features);
  const parse = (text: string, size: number) => parseYaml(text, { ...DEFAULT_LIMITS, size });
  const releases = new Releases({
    settings,
    folders: () => folders.all,
    valuesFiles: options.valuesFiles,
    parse,
    openText: (uri) => files.text(uri),
    problems: (stack) => service.stackProblems(stack),
    warn: (message) => log.warn(message),
    helm,
  });
  const releaseProblems = (stack: ReleaseStack) => releases.problems(stack);
  const diagnostics = new Diagnostics(service, settings, releaseProblems, (uri) => typed.of(uri));
  const files: OpenFiles = new OpenFiles({
    documents,
    charts: options.charts,
    settings,
    parse,
    keys: () => service.chartKeys(),
    folderOf: (uri) => folders.folderOf(uri),
    stacksOf: (own) => releases.stacksOf(own),
    helm,
  });

  const open = async (uri: string): Promise<OpenFile | undefined> => {
    await configuration.ready;
    return files.get(uri);
  };
  const ready = () => configuration.ready;
  const values = new AskedValues({ releases, open, ready });
  const views = new EffectiveViews({ service, releases, values, ready });
  const judge = (own: OpenText) => files.judge(own, releases.stacksOf(own));
  const kinds = new FileKinds({ open, judge, parse, settings, valuesFiles: options.valuesFiles });
  const valuesProblems = new ValuesProblems({
    service,
    values,
    judge,
    openText: (uri) => files.text(uri),
    ready,
    helm,
  });
  const logError = (message: string) => log.error(message);
  const entries = new EntryReporter({
    service,
    releases,
    ready,
    send: (params) => connection.sendNotification(ENTRY_PROBLEMS_NOTIFICATION, params),
    logError,
  });
  const requests = new Requests({ open, logError });
  const queue = new ChangeQueue((uri) =>
    look(uri)
      .catch((error: unknown) => logError(`Checking ${uri} failed: ${detail(error)}`))
      .finally(options.worked),
  );

  /** The states of files whose problems the client knows; a change of whatever counts for a file makes a new state. */
  const told = new WeakSet<OpenFile>();

  /** Tells the client what it did not ask for: a changed status, and the problems where it does not pull them. */
  async function look(uri: string): Promise<void> {
    const file = await open(uri);
    if (file === undefined || queue.stopped) return;
    const news = statuses.news(uri, file);
    if (news) {
      const params: FileStatusChangedParams = { uri, ...news };
      await connection.sendNotification(FILE_STATUS_CHANGED_NOTIFICATION, params);
    }
    if (features.pullDiagnostics || told.has(file)) return;
    const items = await diagnostics.of(file, features);
    if (documents.get(uri)?.version !== file.version || queue.stopped) return;
    told.add(file);
    await connection.sendDiagnostics({ uri, version: file.version, diagnostics: items });
  }

  function evidenceChanged(): void {
    files.invalidate();
    for (const uri of documents.keys()) queue.add(uri);
    refreshes.ask({ diagnostics: true, inlayHints: true, codeLenses: true, effectiveValues: views.any });
    if (features.entryProblems) entries.outdated();
  }

  function watchValuesFiles(): void {
    registrations.valuesFiles(releases.all.flatMap((release) => releases.addresses(release)));
  }

  /** A file says something else: the other open files of its releases are looked at again. */
  function contentChanged(uri: string): void {
    let outdated: Outdated = views.concerns(uri) ? { effectiveValues: true } : {};
    const concerned = releases.naming(uri);
    if (features.entryProblems && concerned.some(hasEntries)) entries.outdated();
    const companions = new Set(concerned.flatMap((release) => releases.addresses(release)));
    companions.delete(sameSpelling(uri));
    for (const address of companions) {
      const companion = files.text(address);
      if (companion === undefined) continue;
      files.touch(companion.uri);
      queue.add(companion.uri);
      outdated = { ...outdated, diagnostics: true, inlayHints: true };
    }
    if (Object.keys(outdated).length > 0) refreshes.ask(outdated);
  }

  connection.onInitialize((params): InitializeResult => {
    features = clientFeatures(params);
    folders.initialize(params);
    configuration.initialize(params.initializationOptions, features);
    generation.found(features.helmMajor);
    // The first file needs the schema, and the globs of other tools' files; they are read while the client takes in the answer.
    setTimeout(() => {
      service.chartKeys();
      wellKnownFile({ path: "/" });
    }, 0);
    return {
      capabilities: serverCapabilities(features),
      serverInfo: { name: "cap-operator", version: options.version },
    };
  });
  connection.onInitialized(() => {
    refreshes.start();
    configuration.start();
    if (features.workspaceFolders) {
      folders.listen(connection, () => {
        watchValuesFiles();
        evidenceChanged();
      });
    }
    registrations.start(features, settings().format.enable);
    watchValuesFiles();
    for (const message of problems) {
      void connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Error, message });
    }
  });
  connection.onDidChangeConfiguration(async ({ settings: payload }) => configuration.changed(payload));
  connection.onDidChangeWatchedFiles(({ changes }) => {
    for (const { uri } of changes.filter((change) => !isChart(change.uri))) {
      // What is open counts as it stands in the editor.
      if (files.text(sameSpelling(uri)) === undefined) contentChanged(uri);
    }
    if (changes.length > 0 && !changes.some(({ uri }) => isChart(uri))) return;
    options.charts.forget();
    evidenceChanged();
  });
  connection.onNotification(TYPING_ENDED_NOTIFICATION, async ({ uri }: TypingEndedParams) => {
    if (!typed.forget(uri)) return;
    const file = await open(uri);
    if (file === undefined) return;
    told.delete(file);
    queue.add(uri);
    refreshes.ask({ diagnostics: true });
  });
  connection.onRequest(
    HELM_FOUND_REQUEST,
    requests.any("The version of Helm", ({ major }: HelmFoundParams): null => {
      if (generation.found(major)) evidenceChanged();
      return null;
    }),
  );
  connection.onShutdown(() => {
    queue.stop();
    refreshes.stop();
    entries.stop();
    log.stop();
  });

  documents.onDidOpen(({ document }) => files.forget(document.uri));
  documents.onDidChangeContent(({ document }) => {
    queue.add(document.uri);
    contentChanged(document.uri);
  });
  documents.onDidClose(({ document: { uri } }) => {
    queue.remove(uri);
    files.forget(uri);
    typed.forget(uri);
    statuses.forget(uri);
    contentChanged(uri);
    if (!features.pullDiagnostics) void connection.sendDiagnostics({ uri, diagnostics: [] });
  });

  serveLanguageFeatures(connection, requests, service, () => features);
  serveYamlFeatures(connection, requests, service, options.loadYamlService, () => features, settings);
  serveCustomRequests(connection, requests, service, open, statuses, (uri) => kinds.of(uri));
  views.serve(connection, requests);
  serveInstallationRequests(connection, requests, { service, values, problems: valuesProblems, names, open });
  connection.languages.diagnostics.on(
    requests.any("Diagnostics", async (params) => {
      const file = await open(params.textDocument.uri);
      return diagnostics.report(file, params, features);
    }),
  );
  documents.listen(connection);
  connection.listen();
  return {
    get openFiles() {
      return files.size;
    },
    get isShutDown() {
      return queue.stopped;
    },
    async abandon(why) {
      requests.abandon(why);
      queue.stop();
      // The answers leave in later turns, and messages in the order in which they were sent.
      await new Promise((resolve) => setImmediate(resolve));
      await connection.sendNotification(LogMessageNotification.type, {
        type: MessageType.Error,
        message: why,
      });
    },
  };
}

function isChart(uri: string): boolean {
  return uri.endsWith("/Chart.yaml");
}

function makeService(
  options: ServerOptions,
  settings: () => Settings,
  names: ToldNames,
  features: () => ClientFeatures,
  problems: string[],
): LanguageService {
  const { sources, createService = createLanguageService } = options;
  if (sources === undefined) return IDLE_SERVICE;
  try {
    return createService(sources, settings, () => names.all, documentationAt(sources.docsUrl, features));
  } catch (error) {
    problems.push(`The schemas cannot be used, so no language features are available: ${message(error)}`);
    return IDLE_SERVICE;
  }
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function detail(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
