import type { TextDocuments } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { URI } from "vscode-uri";
import type { ChartKeys } from "../core/ownership/chart-keys.ts";
import {
  type ChartEvidence,
  type Ownership,
  type OwnershipEvidence,
  ownership,
} from "../core/ownership/ownership.ts";
import { Analysis } from "../core/semantics/analysis.ts";
import type { Settings } from "../core/settings.ts";
import type { HelmMajor } from "../core/values/refusal.ts";
import type { ReleaseStack } from "../core/values/release-stack.ts";
import type { YamlFile } from "../core/yaml/tree.ts";
import type { ChartFiles } from "./chart-files.ts";
import { sameSpelling } from "./release-paths.ts";
import type { OpenText } from "./releases.ts";
import { pathInside } from "./workspace-folders.ts";

/** One version of an open document, read and judged. */
export interface OpenFile {
  readonly version: number;
  readonly analysis: Analysis;
  readonly ownership: Ownership;
  /** Of this reading of this document alone, for ever: a client may come with one from before a restart of the server. */
  readonly resultId: string;
}

/** What is needed to read and judge a document. */
export interface OpenFilesPorts {
  readonly documents: TextDocuments<TextDocument>;
  readonly charts: ChartFiles;
  readonly settings: () => Settings;
  readonly parse: (text: string, maxCharacters: number) => YamlFile;
  readonly keys: () => ChartKeys;
  /** The workspace folder that holds a file. */
  readonly folderOf: (uri: string) => string | undefined;
  /** The releases that name a document, each with the given text of it. */
  readonly stacksOf: (own: OpenText) => Promise<readonly ReleaseStack[]>;
  /** The generation of Helm that installs. */
  readonly helm: () => HelmMajor;
}

interface Entry {
  readonly version: number;
  readonly file: Promise<OpenFile>;
}

/** The open documents. Each version is parsed once, when somebody first asks for it. */
export class OpenFiles {
  readonly #ports: OpenFilesPorts;
  readonly #entries = new Map<string, Entry>();
  readonly #parsed = new Map<string, { readonly version: number; readonly file: YamlFile }>();
  readonly #spellings = new Map<string, string>();
  readonly #was = new Map<string, OwnershipEvidence["was"]>();
  /** Of this server alone. The moment it began is not enough, because several may begin together. */
  readonly #life = `${Date.now().toString(36)}.${Math.random().toString(36).slice(2)}`;
  #reads = 0;

  constructor(ports: OpenFilesPorts) {
    this.#ports = ports;
  }

  /** The current version of an open document; `undefined` when it is not open. */
  get(uri: string): Promise<OpenFile | undefined> {
    const document = this.#ports.documents.get(uri);
    if (document === undefined) return Promise.resolve(undefined);
    const known = this.#entries.get(uri);
    if (known?.version === document.version) return known.file;
    const entry = { version: document.version, file: this.#read(document) };
    this.#entries.set(uri, entry);
    return entry.file;
  }

  /** Drops what is known of a document that was closed. */
  forget(uri: string): void {
    this.#entries.delete(uri);
    this.#parsed.delete(uri);
    this.#spellings.delete(uri);
    this.#was.delete(uri);
  }

  /** Makes every document be read and judged anew: the settings or a chart beside the files have changed. */
  invalidate(): void {
    this.#entries.clear();
    this.#parsed.clear();
  }

  /** Makes a document be judged anew, with the text as it was read: another file of its release has changed. */
  touch(uri: string): void {
    this.#entries.delete(uri);
  }

  /** An open document by its address in any spelling, ours or not, with its text as it stands now. */
  text(uri: string): OpenText | undefined {
    const { documents } = this.#ports;
    const same = documents.get(uri) ?? documents.all().find((one) => this.#spellingOf(one.uri) === uri);
    return same && { uri: same.uri, file: this.#parse(same) };
  }

  /** How many documents something is kept of. */
  get size(): number {
    return this.#entries.size;
  }

  #spellingOf(uri: string): string {
    const known = this.#spellings.get(uri) ?? sameSpelling(uri);
    this.#spellings.set(uri, known);
    return known;
  }

  #parse(document: TextDocument): YamlFile {
    const { uri, version } = document;
    const known = this.#parsed.get(uri);
    if (known?.version === version) return known.file;
    const { parse, settings } = this.#ports;
    const file = parse(document.getText(), settings().maxFileSize * 1024 * 1024);
    this.#parsed.set(uri, { version, file });
    return file;
  }

  #nearestChart(uri: string): Promise<ChartEvidence | undefined> {
    return this.#ports.charts.nearest(uri, this.#ports.folderOf(uri));
  }

  // The text is read before anything is awaited: the document changes in place when an edit comes.
  async #read(document: TextDocument): Promise<OpenFile> {
    const { uri, version } = document;
    // The disk is asked first, so that the text is read while it answers.
    const chart = this.#nearestChart(uri);
    const resultId = `${this.#life}.${++this.#reads}`;
    const own = { uri, file: this.#parse(document) };
    const { file } = own;
    const stacks = this.#ports.stacksOf(own);
    const judged = await this.judge(own, stacks, chart);
    if (this.#ports.documents.get(uri) !== undefined) {
      const { kind, strength, reason } = judged;
      this.#was.set(uri, kind === null || strength === null ? undefined : { strength, reason });
    }
    const analysis = new Analysis(uri, version, file, judged.roots, await stacks, this.#ports.helm());
    return { version, analysis, ownership: judged, resultId };
  }

  /** What a file is, open or not, and where in it our values stand; `stacks` are those of the releases that name it. */
  async judge(
    { uri, file }: OpenText,
    stacks: Promise<readonly ReleaseStack[]>,
    nearest = this.#nearestChart(uri),
  ): Promise<Ownership> {
    const { settings, folderOf } = this.#ports;
    const keys = this.#ports.keys();
    const { files, excludeFiles } = settings();
    const folder = folderOf(uri);
    const [chart, [first]] = await Promise.all([nearest, stacks]);
    const release = first?.release;
    const { path } = URI.parse(uri);
    const workspacePath = folder === undefined ? undefined : pathInside(folder, uri);
    const was = this.#was.get(uri);
    return ownership(file, { path, workspacePath, files, excludeFiles, chart, release, keys, was });
  }
}
