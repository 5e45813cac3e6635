import {
  type Connection,
  type InitializeParams,
  MessageType,
  ShowMessageNotification,
  TextDocuments,
} from "vscode-languageserver";
import type { createLanguageService, Sources } from "../core/language-service.ts";
import { createProjectService } from "../core/project-service.ts";
import { DEFAULT_LIMITS, parseYaml } from "../core/yaml/reader/parse.ts";
import { ChartsAtHand } from "../workspace/charts-at-hand.ts";
import { FileProblems } from "../workspace/file-problems.ts";
import { HelmGeneration } from "../workspace/helm-generation.ts";
import { type AskHelm, HelmVerdicts } from "../workspace/helm-verdicts.ts";
import { KeptCharts } from "../workspace/kept-charts.ts";
import { type OpenFile, OpenFiles } from "../workspace/open-files.ts";
import { OpenTexts } from "../workspace/open-texts.ts";
import { ProjectProblems } from "../workspace/project-problems.ts";
import { Projects } from "../workspace/projects.ts";
import { Releases } from "../workspace/releases.ts";
import { ResourceDefinitions, readTold } from "../workspace/resource-definitions.ts";
import { Announcements } from "./announcements.ts";
import { AskedValues } from "./asked-values.ts";
import { Changes } from "./changes.ts";
import { serveChartRequests } from "./chart-requests.ts";
import type { ClientFeatures } from "./client-features.ts";
import { clientFolders, followFolders } from "./client-folders.ts";
import { ToldNames } from "./cluster-names.ts";
import { Configuration } from "./configuration.ts";
import { serveCustomRequests } from "./custom-requests.ts";
import { DecidedSettings } from "./decided-settings.ts";
import { Diagnostics } from "./diagnostics.ts";
import { documentationAt } from "./documentation.ts";
import { EffectiveViews } from "./effective-views.ts";
import { makeEngine } from "./engine.ts";
import { describedIn, EntryReporter } from "./entry-reports.ts";
import { FileKinds } from "./file-kinds.ts";
import { FileStatuses, fileChart } from "./file-status.ts";
import { followFiles } from "./followed-files.ts";
import { HelmAsking, SETTINGS } from "./helm-asking.ts";
import { serveInstallationRequests } from "./installation-requests.ts";
import { serveLanguageFeatures } from "./language-features.ts";
import { Log } from "./log.ts";
import { ProjectFiles } from "./project-files.ts";
import { serveProjectRequests } from "./project-requests.ts";
import {
  ENTRY_PROBLEMS_NOTIFICATION,
  HELM_FOUND_REQUEST,
  type HelmFoundParams,
  RELEASES_CHANGED_NOTIFICATION,
  RESOURCE_DEFINITION_REQUEST,
  TYPING_ENDED_NOTIFICATION,
  type TypingEndedParams,
  WORKSPACE_TRUSTED_NOTIFICATION,
} from "./protocol.ts";
import { Refreshes } from "./refreshes.ts";
import { Registrations } from "./registrations.ts";
import { invalid, Requests } from "./requests.ts";
import { type HostFiles, storedFiles } from "./stored-files.ts";
import { TypedPlaces } from "./typed-places.ts";
import { serveUpgradeRequests } from "./upgrade-requests.ts";
import { ValuesProblems } from "./values-problems.ts";
import { type LoadYamlService, serveYamlFeatures } from "./yaml-features.ts";

/** What is needed to begin a session. */
export interface SessionOptions {
  /** The files that the server reads itself; absent where it has no disk. */
  readonly files?: HostFiles;
  readonly loadYamlService: LoadYamlService;
  /** The data of the engine. */
  readonly sources: Sources;
  /** What went wrong before the connection was established; the user is told about it. */
  readonly problems?: readonly string[];
  /** Makes the engine; tests put another one in its place. */
  readonly createService?: typeof createLanguageService;
  /** Makes what asks Helm, at a path or as the machine has it; absent where no programs run. */
  readonly askHelm?: (helmPath: string) => AskHelm;
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

/** Wires everything together and to the connection. */
export function beginSession(
  connection: Connection,
  options: SessionOptions,
  features: ClientFeatures,
  params: InitializeParams,
): Session {
  const log = new Log(connection);
  const logError = (message: string) => log.error(message);
  const typed = new TypedPlaces();
  const documents = new TextDocuments(typed.documents);
  const folders = clientFolders(params);
  const folderOf = (uri: string) => folders.folderOf(uri);
  const trust = { isGiven: features.trusted };
  // Above an open folder, nothing is read before somebody trusts it.
  const reach = options.files?.reach?.(() => trust.isGiven);
  const stored = storedFiles(connection, features, options.files, () => folders.all, reach);
  const onlyStored = (all: readonly string[]) => all.filter((folder) => stored.reads(folder));
  const names = new ToldNames();

  const configuration = new Configuration(connection, log, features, params.initializationOptions);
  const projects: Projects = new Projects({
    editor: () => configuration.current,
    folders: () => folders.all,
    places: stored.projectPlaces,
    openText: (uri) => texts.get(uri)?.file.text,
    looksAbove: () => trust.isGiven,
    warn: (message) => log.warn(message),
  });
  const settings = (uri?: string) => projects.of(uri);
  const ready = async () => {
    await configuration.ready;
    await decided.ready;
  };
  const generation = new HelmGeneration(settings);
  generation.found(features.helmMajor);
  const helm = (uri?: string) => generation.for(uri);
  const definitions = new ResourceDefinitions({
    places: () => projects.each.map((each) => ({ ...each, folders: onlyStored(each.folders) })),
    files: stored.valuesFiles,
    changed: () => changes.ofEvidence(),
  });
  const { service, problem } = makeEngine(
    options.sources,
    settings,
    names,
    features,
    definitions,
    options.createService,
  );
  const problems = [...(options.problems ?? []), ...(problem === undefined ? [] : [problem])];
  const statuses = new FileStatuses(
    (analysis) => {
      const chart = service.chartOf(analysis);
      return chart && fileChart(chart, charts);
    },
    (file) => asking.says(file),
  );
  const keys = () => service.chartKeys();

  const parse = (text: string, size: number) => parseYaml(text, { ...DEFAULT_LIMITS, size });
  const { valuesFiles } = stored;
  const texts = new OpenTexts(documents, parse, settings);
  const kept = new KeptCharts(features.keptCharts);
  const charts = new ChartsAtHand({
    charts: stored.charts,
    texts,
    kept,
    showsArchives: features.chartFiles,
    isOperator: (chart) => service.isOperatorChart(chart),
    names: () => service.chartKeys().charts,
    used: () => registrations.charts(charts.used),
    followed: () => changes.ofEvidence(),
  });
  const releases = new Releases({
    ...(reach && { reach }),
    settings,
    folders: (uri) => onlyStored(uri === undefined ? folders.all : projects.foldersFor(uri)),
    valuesFiles,
    charts,
    parse,
    texts,
    problems: (stack) => service.stackProblems(stack),
    warn: (message) => log.warn(message),
    helm,
  });
  const verdicts =
    options.askHelm &&
    new HelmVerdicts({
      ask: options.askHelm(features.helmPath),
      service,
      charts,
      files: stored.charts,
      releases: () => releases.all,
    });
  const complaints: HelmAsking["complaints"] = (stack) => asking.complaints(stack);
  const files = new OpenFiles({
    complaints,
    documents,
    charts,
    settings,
    texts,
    releases,
    keys,
    folderOf,
    rootOf: (uri) => projects.rootFor(uri),
  });
  const open = async (uri: string): Promise<OpenFile | undefined> => {
    await ready();
    return files.get(uri);
  };

  const values = new AskedValues({ releases, open, alone: (file) => files.alone(file), ready });
  const views = new EffectiveViews({
    service,
    releases,
    values,
    fromRoot: (root, named) => stored.projectPlaces.fromRoot(root, named),
    ready,
  });
  const kinds = new FileKinds({ open, files, parse, settings, valuesFiles });
  const valuesProblems = new ValuesProblems({
    service,
    values,
    files,
    texts,
    ready,
    helm,
    settled: () => charts.settled,
  });
  const showsEntries = features.entryProblems;
  const projectFiles = new ProjectFiles({
    projects,
    service: createProjectService(
      options.sources.project ?? {},
      documentationAt(options.sources.docsUrl, features),
    ),
    problems: new ProjectProblems({ service, releases, complaints }),
    open,
  });
  const diagnostics = new Diagnostics({
    problems: new FileProblems({ service, settings, releases, showsEntries, complaints }),
    ofProject: (file) => projectFiles.problems(file),
    features,
    typed,
  });
  const entries = new EntryReporter({
    service,
    releases,
    complaints,
    ready,
    send: (found) => connection.sendNotification(ENTRY_PROBLEMS_NOTIFICATION, found),
    logError,
  });

  const registrations = new Registrations(connection, log, features);
  const refreshes = new Refreshes(connection, log, features);
  const announcements = new Announcements({
    connection,
    features,
    log,
    documents,
    open,
    diagnostics,
    statuses,
  });
  // Other charts may be read than before.
  const chartsChanged = () => {
    charts.forget();
    changes.ofEvidence();
  };
  const changes = new Changes({
    features,
    documents,
    texts,
    files,
    releases,
    views,
    entries,
    announcements,
    refreshes,
  });
  const decided = new DecidedSettings({
    projects,
    readProjects: (changed) => stored.readProjects(folders.all, changed),
    definitions,
    releases,
    registrations,
    changed: () => changes.ofEvidence(),
    // Nobody has to hear of releases that nobody has seen.
    releasesChanged() {
      asking.changed(SETTINGS);
      if (views.listsReleases) void connection.sendNotification(RELEASES_CHANGED_NOTIFICATION);
    },
  });

  const asking = new HelmAsking({
    verdicts,
    isTrusted: () => trust.isGiven,
    settings,
    open,
    described: async (uri) => {
      await ready();
      return describedIn(releases, uri);
    },
    settled: () => charts.settled,
    answered(uri) {
      files.touch(uri);
      announcements.look(uri);
      changes.ofText(uri);
      if (showsEntries) entries.outdated();
      refreshes.ask({ diagnostics: true });
    },
    log,
    ...(options.helmPause !== undefined && { pause: options.helmPause }),
  });

  const requests = new Requests({ open, logError });
  serveLanguageFeatures(connection, requests, service, features, projectFiles);
  connection.languages.diagnostics.on(
    requests.any("Diagnostics", async (asked) =>
      diagnostics.report(await open(asked.textDocument.uri), asked),
    ),
  );
  serveYamlFeatures(connection, requests, service, options.loadYamlService, features, settings);
  serveCustomRequests(connection, requests, service, open, statuses, (uri) => kinds.of(uri));
  serveChartRequests(connection, requests, {
    service,
    charts,
    kept,
    changed: chartsChanged,
  });
  views.serve(connection, requests);
  serveProjectRequests(connection, requests, { projects, ready });
  serveUpgradeRequests(connection, requests, { service, values, charts });
  serveInstallationRequests(connection, requests, { service, values, problems: valuesProblems, names, open });
  connection.onRequest(
    HELM_FOUND_REQUEST,
    requests.any("The version of Helm", ({ major }: HelmFoundParams): null => {
      if (generation.found(major)) changes.ofEvidence();
      return null;
    }),
  );
  connection.onRequest(
    RESOURCE_DEFINITION_REQUEST,
    requests.any("The definition of the operator resource", async (params: unknown): Promise<null> => {
      const told = readTold(params);
      if (told === undefined) throw invalid("the text of a definition and where it comes from");
      await definitions.tell(told);
      return null;
    }),
  );
  connection.onNotification(TYPING_ENDED_NOTIFICATION, async ({ uri }: TypingEndedParams) => {
    if (!typed.forget(uri)) return;
    const file = await open(uri);
    if (file === undefined) return;
    announcements.again(file);
    refreshes.ask({ diagnostics: true });
  });
  connection.onNotification(WORKSPACE_TRUSTED_NOTIFICATION, () => {
    trust.isGiven = true;
    decided.look();
    chartsChanged();
    for (const uri of documents.keys()) asking.changed(uri);
  });
  connection.onDidChangeConfiguration(async ({ settings: payload }) => configuration.changed(payload));
  followFiles(connection, documents, {
    decided,
    definitions,
    charts,
    texts,
    files,
    typed,
    announcements,
    changes,
    asking,
    chartsChanged: () => verdicts?.forget(),
  });
  documents.listen(connection);
  projects.look();

  return {
    get openFiles() {
      return files.size;
    },
    start() {
      refreshes.start();
      configuration.start(() => {
        if (projects.combine()) decided.changed();
      });
      if (features.workspaceFolders) {
        followFolders(connection, folders, () => {
          projects.look();
          charts.forget();
          decided.changed();
          decided.read();
        });
      }
      decided.read();
      decided.start();
      if (features.entryProblems) entries.outdated();
      for (const message of problems) {
        void connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Error, message });
      }
    },
    stop() {
      announcements.stop();
      refreshes.stop();
      entries.stop();
      asking.stop();
      log.stop();
    },
    abandon(why) {
      requests.abandon(why);
      announcements.stop();
    },
  };
}
