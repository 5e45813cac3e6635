import { statSync } from "node:fs";
import * as l10n from "@vscode/l10n";
import { URI } from "vscode-uri";
import { createLanguageService } from "../../core/create-language-service.ts";
import type { Sources } from "../../core/language-service.ts";
import type { Settings } from "../../core/settings.ts";
import type { HelmComplaint } from "../../core/values/helm-verdict.ts";
import { NO_SOURCES, type ReleaseStack } from "../../core/values/release-stack.ts";
import type { ChartDoubt } from "../../core/wire/charts.ts";
import { onDisk } from "../../disk/undecoded-names.ts";
import { DiskChartFiles } from "../charts/disk-chart-files.ts";
import { Bounds, TRUSTED_REACH } from "../files/disk-reach.ts";
import { DiskValuesFiles, readFileText } from "../files/disk-values-files.ts";
import { indentFromEditorConfig } from "../files/editor-configs.ts";
import type { OpenDocument, OpenDocuments } from "../files/open-texts.ts";
import type { HoldsForChart, MayRead } from "../files/reach.ts";
import { folderOf, sameSpelling } from "../files/release-paths.ts";
import type { FileText, KnownText } from "../files/values-files.ts";
import { WorkspaceFolders } from "../files/workspace-folders.ts";
import type { AskHelm } from "../helm/render-question.ts";
import type { OpenFile } from "./open-files.ts";
import { Workspace } from "./workspace.ts";

/** The parts of a workspace without an editor. */
export interface DiskWorkspaceOptions {
  /** The data of the engine. */
  readonly sources: Sources;
  readonly settings: Settings;
  /** The folders that an editor would have open, as addresses. */
  readonly folders: readonly string[];
  /** Tells if a file is checked. As with open files of an editor, its problems are reported there, and not in the other files of its release. */
  readonly looksAt: (uri: string) => boolean;
  /** Tells if a file that is checked may be read from the disk. */
  readonly mayLookAt: MayRead;
  /** Tells if a person named a file as one of the operator; no file is if it is absent. */
  readonly isNamed?: (uri: string) => boolean;
  /** Tells if a path that settings name may be read. */
  readonly mayRead: MayRead;
  /** Tells if a file or folder of a chart may be read. */
  readonly holds: HoldsForChart;
  /** Paths of charts that a person gave, which are read wherever they are, with what the person wrote. */
  readonly given?: ReadonlyMap<string, string>;
  /** Texts that count instead of what is on the disk, by address. */
  readonly texts?: ReadonlyMap<string, KnownText>;
  /** True if the host asks for problems with releases and their entries by itself, so that files do not show them. */
  readonly showsReleases?: boolean;
  /** The content of a file that `--set-file` names. */
  readonly readSetFile?: (path: string) => string | undefined;
  /** True if commands of Helm in scripts and pipelines are checked, too. */
  readonly readsCommands?: boolean;
  /** Asks Helm about the values of every checked file whose chart is available; absent if no program may be started. */
  readonly askHelm?: AskHelm;
  /** Takes messages about releases that are reported in no file. */
  readonly warn: (message: string) => void;
}

/** The largest file that is opened. Files above the limit of the parser are read, because their first lines tell whose they are. */
const MOST_BYTES = 256 * 1024 * 1024;

/**
 * Files on the disk, looked at as an editor looks at its open files: whose they are, for which chart, in which releases, and what is
 * wrong with them. The answers are those of the language server, because the same code gives them.
 */
export class DiskWorkspace extends Workspace {
  readonly #documents: FilesAsDocuments;
  readonly #within: WorkspaceFolders;
  #asked: Promise<unknown> = Promise.resolve();

  constructor(options: DiskWorkspaceOptions) {
    const { sources, settings, looksAt, texts, showsReleases = false } = options;
    const { readSetFile, mayRead, mayLookAt, holds, given, askHelm, readsCommands, warn } = options;
    const within = new WorkspaceFolders(options.folders);
    const folders = () => within.all;
    const documents = new FilesAsDocuments(looksAt, mayLookAt, texts);
    super({
      createService: (definitions) =>
        createLanguageService(
          sources,
          () => settings,
          () => [],
          undefined,
          definitions,
        ),
      settings: () => settings,
      places: () => [{ settings, folders }],
      documents,
      chartFiles: new DiskChartFiles(holds, mayBeThere),
      valuesFiles: new DiskValuesFiles(mayRead),
      folders,
      folderOf: (uri) => within.folderOf(uri),
      skims: true,
      isNamed: options.isNamed,
      showsArchives: false,
      quiet: 0,
      showsEntries: showsReleases,
      showsReleases,
      reach: TRUSTED_REACH,
      given,
      readSetFile,
      askHelm,
      ...(readsCommands && { readsCommands }),
      // Helm's complaints are added to each file when it is read.
      trustsHelm: () => false,
      warn,
    });
    this.#documents = documents;
    this.#within = within;
  }

  /** Of a file that was named and is elsewhere, its own folder and the repository around that count. */
  override configuredIndent(uri: string): Promise<number | undefined> {
    if (this.#within.folderOf(uri) !== undefined) return super.configuredIndent(uri);
    const folder = folderOf(uri);
    const files = new DiskValuesFiles(new Bounds([URI.parse(folder).fsPath]).mayRead);
    return indentFromEditorConfig(uri, TRUSTED_REACH.around(folder), files);
  }

  /**
   * The reason why the chart of the settings cannot be used, or that it is newer than all known charts; `undefined` if it can be used and is known.
   */
  async settingDoubt(): Promise<ChartDoubt | undefined> {
    // The rest of its files may show that it cannot be used.
    const { setting } = await this.settled(() => this.releases.chart());
    if (setting === undefined || setting.chart === undefined) return undefined;
    return this.service.chartOfStack({ ...NO_SOURCES, chart: { setting } }).doubt;
  }

  /** Reads what the settings name beside files. Comes before anything else. */
  async prepare(): Promise<void> {
    await this.definitions.look();
  }

  /** Looks at a file on the disk, when all that can be known of its charts is known; or the end of a sentence with the reason. */
  async file(uri: string): Promise<{ readonly file: OpenFile } | { readonly problem: string }> {
    const read = this.#documents.read(uri);
    return "text" in read ? this.#look(uri) : { problem: read.problem };
  }

  /** Drops what is known of a file; it is read again when it is asked for again. */
  forget(uri: string): void {
    this.#documents.forget(uri);
    this.files.forget(uri);
  }

  /** Looks at a text from now on, whatever is on the disk. */
  override(uri: string, text: string): void {
    this.#documents.override(uri, text);
    this.forget(uri);
  }

  async #look(uri: string): Promise<{ readonly file: OpenFile } | { readonly problem: string }> {
    const file = await this.settledFile(uri);
    return file ? { file: await this.#withComplaints(file) } : { problem: l10n.t("cannot be read") };
  }

  /** A file with the verdict of Helm about its values. */
  async #withComplaints(file: OpenFile): Promise<OpenFile> {
    const { analysis, ownership } = file;
    const { stack } = analysis;
    if (!stack || ownership.strength !== "certain") return file;
    return { ...file, analysis: analysis.withComplaints(await this.asked(stack)) };
  }

  /** The complaints of Helm about values; none if Helm is not asked. One question at a time, because a new one stops the one before it. */
  async asked(stack: ReleaseStack): Promise<readonly HelmComplaint[]> {
    const { verdicts } = this;
    if (!verdicts) return [];
    const asked = this.#asked.then(() => verdicts.ask(stack));
    this.#asked = asked;
    const verdict = await asked;
    // The host reports each question without an answer (cli/rendering).
    return verdict?.is === "no" ? verdict.complaints : [];
  }
}

/** Files on the disk as an editor's documents. Each is read when it is first asked for. */
export class FilesAsDocuments implements OpenDocuments {
  readonly #looksAt: (uri: string) => boolean;
  readonly #mayRead: MayRead;
  /** Texts that replace files on the disk, by address. */
  readonly #texts: Map<string, KnownText>;
  readonly #read = new Map<string, { readonly document: OpenDocument } | { readonly problem: string }>();
  #versions = 0;

  constructor(
    looksAt: (uri: string) => boolean,
    mayRead: MayRead,
    texts: ReadonlyMap<string, KnownText> = new Map(),
  ) {
    this.#looksAt = looksAt;
    this.#mayRead = mayRead;
    this.#texts = new Map(texts);
  }

  override(uri: string, text: string): void {
    this.#texts.set(uri, { text });
  }

  get(uri: string): OpenDocument | undefined {
    if (!this.#looksAt(uri)) return undefined;
    this.read(uri);
    const known = this.#read.get(uri);
    return known && "document" in known ? known.document : undefined;
  }

  /** None: addresses have one spelling only, so that `get` finds every document. */
  all(): readonly OpenDocument[] {
    return [];
  }

  read(uri: string): { readonly text: string } | { readonly problem: string } {
    const known = this.#read.get(uri);
    if (known) return "document" in known ? { text: known.document.getText() } : known;
    const read = this.#texts.get(uri) ?? this.#onDisk(URI.parse(uri).fsPath);
    if ("text" in read) {
      const version = ++this.#versions;
      this.#read.set(uri, { document: { ...read, uri, version, getText: () => read.text } });
    } else this.#read.set(uri, { problem: read.problem });
    return read;
  }

  forget(uri: string): void {
    this.#read.delete(uri);
  }

  #onDisk(file: string): FileText {
    return readFileText(file, MOST_BYTES, this.#mayRead);
  }
}

/** False only if nothing is there: what cannot be read may be a file. */
function mayBeThere(file: string): boolean {
  try {
    return statSync(onDisk(file), { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/** The address of a file, in the spelling that everything here compares. */
export function addressOf(path: string): string {
  return sameSpelling(URI.file(path).toString());
}
