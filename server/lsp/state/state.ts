import { type Connection, type InitializeParams, TextDocuments } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { createLanguageService } from "../../core/create-language-service.ts";
import type { LanguageService, Sources } from "../../core/language-service.ts";
import type { Settings } from "../../core/settings.ts";
import { KeptCharts } from "../../workspace/charts/kept-charts.ts";
import { WorkspaceFolders } from "../../workspace/files/workspace-folders.ts";
import type { AskHelm } from "../../workspace/helm/render-question.ts";
import type { OpenFile } from "../../workspace/open/open-files.ts";
import { Workspace } from "../../workspace/open/workspace.ts";
import { Projects } from "../../workspace/settings/projects.ts";
import { Log } from "../connection/log.ts";
import { Requests } from "../connection/requests.ts";
import type { ClientFeatures } from "../editor/client-features.ts";
import { Configuration } from "../editor/configuration.ts";
import { Registrations } from "../editor/registrations.ts";
import { type ClosedFiles, type HostFiles, type StoredFiles, storedFiles } from "../editor/stored-files.ts";
import { ReportedNames } from "./cluster-names.ts";
import { makeEngine } from "./engine.ts";
import { TypedPlaces } from "./typed-places.ts";

/** The parts that the state is made of. */
export interface StateOptions {
  /** The files that the server reads itself; absent where it has no disk. */
  readonly files?: HostFiles;
  /** The data of the engine. */
  readonly sources: Sources;
  /** Failures before the connection was established, to be shown to the user. */
  readonly problems?: readonly string[];
  /** Makes the engine; tests put another one in its place. */
  readonly createService?: typeof createLanguageService;
  /** Makes what asks Helm, at a path or as the machine has it; absent where no programs run. */
  readonly askHelm?: (helmPath: string) => AskHelm;
}

/** The knowledge of the server while it serves one client: files, settings, charts and releases. The handlers use it. */
export class ServerState {
  readonly connection: Connection;
  readonly features: ClientFeatures;
  readonly log: Log;
  readonly requests: Requests;
  readonly typed = new TypedPlaces();
  readonly documents: TextDocuments<TextDocument> = new TextDocuments(this.typed.documents);
  readonly folders: WorkspaceFolders;
  /** The settings of the client. */
  readonly configuration: Configuration;
  /** The settings in files of projects. */
  readonly projects: Projects;
  readonly stored: StoredFiles;
  readonly names = new ReportedNames();
  readonly registrations: Registrations;
  readonly workspace: Workspace;
  readonly service: LanguageService;
  /** Sentences about what the server lacks. */
  readonly problems: readonly string[];
  /** True if the workspace is trusted. */
  isTrusted: boolean;
  /** The files that no editor has open; absent where the server reads none itself. */
  readonly closed: ClosedFiles | undefined;
  /** Tells if a file that is not open is looked at as if it were. */
  isLookedAt: (uri: string) => boolean = () => false;
  /** Called when everything that is known of files may be out of date. */
  changed: () => void = () => undefined;
  #projectsRead: Promise<void> = Promise.resolve();

  constructor(
    connection: Connection,
    options: StateOptions,
    features: ClientFeatures,
    params: InitializeParams,
  ) {
    const { files, sources } = options;
    this.connection = connection;
    this.features = features;
    this.isTrusted = features.trusted;
    this.log = new Log(connection);
    this.requests = new Requests(this);
    this.registrations = new Registrations(connection, this.log, features);
    const { workspaceFolders, rootUri } = params;
    this.folders = new WorkspaceFolders(
      workspaceFolders?.map(({ uri }) => uri) ?? (typeof rootUri === "string" ? [rootUri] : []),
    );
    const warn = (message: string) => this.log.warn(message);
    // Above an open folder, nothing is read before it is trusted.
    const reach = files?.reach(() => this.isTrusted);
    this.stored = storedFiles(connection, features, files, () => this.folders.all, reach);
    const { stored } = this;
    this.configuration = new Configuration(
      connection,
      this.log,
      features,
      params.initializationOptions,
      () => this.folders.all,
    );
    this.projects = new Projects({
      editor: (folder) => this.configuration.of(folder),
      folders: () => this.folders.all,
      places: stored.projectPlaces,
      openText: (uri) => this.workspace.texts.get(uri)?.file.text,
      looksAbove: () => this.isTrusted,
      warn,
    });
    const { projects } = this;
    this.closed = files?.closed((uri) => this.isLookedAt(uri));
    const onlyStored = (all: readonly string[]) => all.filter((folder) => stored.reads(folder));
    let problem: string | undefined;
    this.workspace = new Workspace({
      createService: (definitions) => {
        const made = makeEngine(
          sources,
          this.settings,
          this.names,
          features,
          definitions,
          options.createService,
        );
        problem = made.problem;
        return made.service;
      },
      settings: this.settings,
      places: () =>
        projects.each.map(({ settings, folders }) => ({ settings, folders: () => onlyStored(folders()) })),
      documents: {
        get: (uri) => this.documents.get(uri) ?? this.closed?.documents.get(uri),
        all: () => this.documents.all(),
      },
      chartFiles: stored.charts,
      valuesFiles: stored.valuesFiles,
      folders: (uri) => onlyStored(uri === undefined ? this.folders.all : projects.foldersFor(uri)),
      folderOf: (uri) => this.folders.folderOf(uri),
      rootOf: (uri) => projects.rootFor(uri),
      isProject: (uri) => projects.concerns(uri),
      keptCharts: new KeptCharts(features.keptCharts),
      showsArchives: features.chartFiles,
      showsEntries: features.entryProblems,
      reach,
      ...(options.askHelm && { askHelm: options.askHelm(features.helmPath) }),
      trustsHelm: ({ files: [first] }) => this.isTrusted && this.settings(first?.uri).helmTemplate.enable,
      chartUsed: () => this.registrations.charts(this.workspace.charts.used.folders),
      neighboursAsked: () => this.registrations.yamlIn(this.workspace.neighbours.folders),
      learned: () => this.changed(),
      warn,
    });
    this.workspace.helmFound(features.helmMajor);
    this.service = this.workspace.service;
    this.problems = [...(options.problems ?? []), ...(problem === undefined ? [] : [problem])];
  }

  /** The settings that count for a file; without one, those of the first folder. */
  readonly settings = (uri?: string): Settings => this.projects.of(uri);

  /** Settles when the settings are known. */
  readonly ready = async (): Promise<void> => {
    await this.configuration.ready;
    await this.#projectsRead;
  };

  /** The current version of an open document, read and judged; `undefined` if it is not open. */
  readonly open = async (uri: string): Promise<OpenFile | undefined> => {
    await this.ready();
    return this.workspace.files.get(uri);
  };

  /** Reads the files of projects that the client has to be asked for, and calls back if one has another text than before. */
  readProjects(changed: () => void): void {
    this.#projectsRead = this.stored.readProjects(this.folders.all, changed);
  }

  /** Has charts read again: others may count than before. */
  chartsChanged(): void {
    this.workspace.charts.forget();
    this.changed();
  }
}
