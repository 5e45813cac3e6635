import type { ReadChart } from "../../core/chart/chart.ts";
import type { LanguageService } from "../../core/language-service.ts";
import type { ResourceDefinition } from "../../core/schema/resource/resource-definition.ts";
import type { SettingsFor, SettingsPlace } from "../../core/settings.ts";
import type { HelmComplaint } from "../../core/values/helm-verdict.ts";
import type { HelmMajor } from "../../core/values/refusal.ts";
import { DEFAULT_HELM, type ReleaseStack } from "../../core/values/release-stack.ts";
import { DEFAULT_LIMITS, parseYaml } from "../../core/yaml/reader/parse.ts";
import type { YamlFile } from "../../core/yaml/tree.ts";
import type { ChartFiles } from "../charts/chart-files.ts";
import { KeptCharts } from "../charts/kept-charts.ts";
import { LocalCharts } from "../charts/local-charts.ts";
import { ResourceDefinitions } from "../charts/resource-definitions.ts";
import { NamingDocuments } from "../embedded/naming-documents.ts";
import { indentFromEditorConfig } from "../files/editor-configs.ts";
import { Neighbours } from "../files/neighbours.ts";
import { type OpenDocuments, OpenTexts } from "../files/open-texts.ts";
import type { Reach } from "../files/reach.ts";
import { folderOf } from "../files/release-paths.ts";
import type { ValuesFiles } from "../files/values-files.ts";
import { HelmVerdicts } from "../helm/helm-verdicts.ts";
import { ObjectFaults } from "../helm/object-faults.ts";
import type { AskHelm } from "../helm/render-question.ts";
import { RenderingBaselines } from "../helm/rendering-baselines.ts";
import { Renderings } from "../helm/renderings.ts";
import { Traces } from "../helm/traces.ts";
import { Releases } from "../releases/releases.ts";
import { FileProblems } from "./file-problems.ts";
import { type OpenFile, OpenFiles } from "./open-files.ts";

/** The parts that differ between hosts: an editor that has files open, and a program that reads the disk. */
export interface WorkspaceHost extends HostFiles, HostView, HostHelm {
  /** Makes the engine, which asks for the definitions of the operator resource that are known. */
  readonly createService: (definitions: () => readonly ResourceDefinition[]) => LanguageService;
  readonly settings: SettingsFor;
  /** All settings that count somewhere, each with the folders that its paths may begin in. */
  readonly places: () => readonly SettingsPlace[];
  /** Called when another chart of the operator was read for the first time. */
  readonly chartUsed?: () => void;
  /** Called when the YAML files of another folder matter. */
  readonly neighboursAsked?: () => void;
  /** Called when more is known than before, so that earlier answers about files may be wrong. */
  readonly learned?: () => void;
  /** Takes messages about releases that are reported in no file. */
  readonly warn: (message: string) => void;
}

/** The files that a host reads, and their bounds. */
interface HostFiles {
  readonly documents: OpenDocuments;
  readonly chartFiles: ChartFiles;
  readonly valuesFiles: ValuesFiles;
  /** The folders that relative paths in the settings for a file may begin in; without one, in those of the editor. */
  readonly folders: (uri?: string) => readonly string[];
  /** The workspace folder that holds a file. */
  readonly folderOf: (uri: string) => string | undefined;
  /** The folder of the project that it belongs to; where this is left out, the workspace folder is the project's. */
  readonly rootOf?: (uri: string) => string | undefined;
  /** The charts that the client has fetched and keeps. */
  readonly keptCharts?: KeptCharts;
  /** Bounds for the paths in settings; the folders themselves if absent. */
  readonly reach?: Reach;
  /** Paths that a person gave, which are read wherever they are, with what the person wrote. */
  readonly given?: ReadonlyMap<string, string>;
  /** The content of a file that `--set-file` names; absent in a host that has no such entries. */
  readonly readSetFile?: (path: string) => string | undefined;
  /** Tells if a person named a file as one of the operator; no file is if it is absent. */
  readonly isNamed?: (uri: string) => boolean;
  /** Tells if a file has the settings of a project. */
  readonly isProject?: (uri: string) => boolean;
}

/** The things that a host shows, and how much it reads for them. */
interface HostView {
  /** True if the client shows files of archives. */
  readonly showsArchives: boolean;
  /** True if problems with the entries of releases are shown elsewhere than in files. */
  readonly showsEntries: boolean;
  /** True if problems with releases as a whole are shown elsewhere than in files. */
  readonly showsReleases?: boolean;
  /** The time that the first answers about a file have before more is read for it, in milliseconds; 50 if absent. */
  readonly quiet?: number;
  /** True if commands of Helm in scripts and pipelines are checked, too. */
  readonly readsCommands?: boolean;
  /** True if a text without any sign of the operator is not even read as YAML. */
  readonly skims?: boolean;
}

/** Helm, as far as a host asks it. */
interface HostHelm {
  /** Asks Helm; absent where no program may be started. */
  readonly askHelm?: AskHelm;
  /** Tells if Helm's verdict on values counts. */
  readonly trustsHelm: (stack: ReleaseStack) => boolean;
}

/** The default time that the first answers about a file have before more is read for it, in milliseconds. */
const QUIET = 50;

/** Files, charts and releases around the engine, the same for every host, so that they answer alike. */
export class Workspace {
  readonly service: LanguageService;
  readonly settings: SettingsFor;
  readonly definitions: ResourceDefinitions;
  readonly texts: OpenTexts;
  readonly kept: KeptCharts;
  readonly charts: LocalCharts;
  readonly releases: Releases;
  readonly valuesFiles: ValuesFiles;
  readonly neighbours: Neighbours;
  readonly naming: NamingDocuments;
  /** Absent where Helm is not asked. */
  readonly verdicts: HelmVerdicts | undefined;
  /** Renderings by Helm, and the fields that each key makes in them. Absent where Helm is not asked. */
  readonly traces: Traces | undefined;
  /** Problems in rendered objects that Kubernetes would reject. */
  readonly faults: ObjectFaults | undefined;
  /** Compares renderings with the saved, opened or deployed state. Absent where Helm is not asked. */
  readonly renderingBaselines: RenderingBaselines | undefined;
  readonly files: OpenFiles;
  readonly problems: FileProblems;
  /** The major version of the Helm that the client found last. */
  #helmFound: HelmMajor | undefined;
  readonly #host: WorkspaceHost;
  #learned = 0;

  constructor(host: WorkspaceHost) {
    const { settings, documents, chartFiles, valuesFiles, folders, askHelm } = host;
    this.#host = host;
    this.settings = settings;
    this.valuesFiles = valuesFiles;
    const learned = () => {
      this.#learned += 1;
      this.files.invalidate();
      host.learned?.();
    };
    this.definitions = new ResourceDefinitions({
      places: host.places,
      files: valuesFiles,
      reach: host.reach,
      warn: host.warn,
      changed: learned,
    });
    const service = host.createService(() => this.definitions.all);
    this.service = service;
    this.texts = new OpenTexts(documents, this.parse, settings);
    this.kept = host.keptCharts ?? new KeptCharts([]);
    const { quiet = QUIET } = host;
    this.charts = new LocalCharts({
      charts: chartFiles,
      kept: this.kept,
      texts: this.texts,
      showsArchives: host.showsArchives,
      isOperator: (chart: ReadChart) => service.isOperatorChart(chart),
      names: () => service.chartKeys().charts,
      used: () => host.chartUsed?.(),
      followed: learned,
      quiet,
    });
    this.releases = new Releases({
      reach: host.reach,
      given: host.given,
      readSetFile: host.readSetFile,
      settings,
      folders,
      valuesFiles,
      charts: this.charts,
      parse: this.parse,
      names: () => service.chartKeys().charts,
      texts: this.texts,
      problems: (stack) => service.stackProblems(stack),
      warn: host.warn,
      helm: this.helm,
    });
    const { texts, parse } = this;
    const asked = () => host.neighboursAsked?.();
    this.neighbours = new Neighbours({
      valuesFiles,
      texts,
      parse,
      root: host.folderOf,
      asked,
      ...(host.reach && { around: (folder: string) => host.reach?.around(folder) ?? folder }),
    });
    const helm = askHelm && {
      ask: askHelm,
      service,
      charts: this.charts,
      files: chartFiles,
      releases: () => this.releases.all,
    };
    this.verdicts = helm && new HelmVerdicts(helm);
    const renderings = helm && new Renderings(helm);
    this.traces = renderings && new Traces(service, renderings);
    this.renderingBaselines = renderings && new RenderingBaselines(renderings);
    this.faults = helm && this.traces && new ObjectFaults(helm, this.traces);
    this.naming = new NamingDocuments({
      texts,
      releases: this.releases,
      keys: () => service.chartKeys(),
      neighbours: this.neighbours,
      root: (uri) => host.rootOf?.(uri) ?? host.folderOf(uri),
      found: learned,
      quiet,
    });
    this.files = new OpenFiles({
      documents,
      charts: this.charts,
      settings,
      texts: this.texts,
      releases: this.releases,
      neighbours: this.neighbours,
      naming: this.naming,
      keys: () => service.chartKeys(),
      folderOf: host.folderOf,
      rootOf: host.rootOf,
      complaints: this.complaints,
      ...(host.readsCommands && { readsCommands: true }),
      ...(host.isNamed && { isNamed: host.isNamed }),
      isProject: host.isProject,
      ...(host.skims && { skims: true }),
    });
    this.problems = new FileProblems({
      service,
      settings,
      releases: this.releases,
      showsEntries: host.showsEntries,
      showsReleases: host.showsReleases,
      complaints: this.complaints,
    });
  }

  /** Counts how often more became known of charts and definitions. */
  get learned(): number {
    return this.#learned;
  }

  /** Parses a text of at most so many characters. */
  readonly parse = (text: string, size: number): YamlFile => parseYaml(text, { ...DEFAULT_LIMITS, size });

  /**
   * The major version of Helm that installs what a file belongs to (without one, the first folder): the one in the settings, else the
   * one that the client found last, else Helm 3.
   */
  readonly helm = (uri?: string): HelmMajor => {
    const { helmVersion } = this.settings(uri);
    if (helmVersion === "auto") return this.#helmFound ?? DEFAULT_HELM;
    return helmVersion === "3" ? 3 : 4;
  };

  /** Stores which Helm the client found; returns whether that may matter. Anything after Helm 4 counts as Helm 4. */
  helmFound(major: unknown): boolean {
    const before = this.#helmFound ?? DEFAULT_HELM;
    if (typeof major === "number" && Number.isInteger(major) && major >= 3) {
      this.#helmFound = major === 3 ? 3 : 4;
    }
    return (this.#helmFound ?? DEFAULT_HELM) !== before;
  }

  /** The indentation of a level of a file in columns, from `.editorconfig` in its folder and above. */
  configuredIndent(uri: string): Promise<number | undefined> {
    const folder = this.#host.folderOf(uri) ?? folderOf(uri);
    return indentFromEditorConfig(uri, this.#host.reach?.around(folder) ?? folder, this.valuesFiles);
  }

  /** Calls `read` again once the charts that it needs have been read to the end: the first call has them read. */
  async settled<T>(read: () => Promise<T>): Promise<T> {
    await read();
    await this.charts.settled;
    return read();
  }

  /** A file, when all that can be known of its charts and of documents that name it is known; `undefined` if it cannot be read. */
  async settledFile(uri: string): Promise<OpenFile | undefined> {
    for (;;) {
      const { learned } = this;
      const file = await this.files.get(uri);
      await Promise.all([this.charts.settled, this.naming.settled]);
      if (file === undefined || learned === this.learned) return file;
    }
  }

  /** Helm's complaints about exactly these values, where they count, and Kubernetes' complaints about objects that a person looks at. */
  readonly complaints = (stack: ReleaseStack): readonly HelmComplaint[] => {
    const verdict = this.#host.trustsHelm(stack) ? this.verdicts?.of(stack) : undefined;
    return [...(verdict?.is === "no" ? verdict.complaints : []), ...(this.faults?.complaints(stack) ?? [])];
  };
}
