import type { TextDocuments } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { URI } from "vscode-uri";
import { Analysis } from "../core/analysis.ts";
import { type Ownership, ownership } from "../core/document/ownership.ts";
import type { YamlFile } from "../core/document/tree.ts";
import type { Settings } from "../core/settings.ts";
import type { ChartFiles } from "./chart-files.ts";
import { pathInside } from "./workspace-folders.ts";

/** One version of an open document, read and judged. */
export interface OpenFile {
  readonly version: number;
  readonly analysis: Analysis;
  readonly ownership: Ownership;
  /** Changes whenever the version, the settings or the evidence around the file change. */
  readonly resultId: string;
}

/** What is needed to read and judge a document. */
export interface OpenFilesPorts {
  readonly documents: TextDocuments<TextDocument>;
  readonly charts: ChartFiles;
  readonly settings: () => Settings;
  readonly parse: (text: string, maxCharacters: number) => YamlFile;
  readonly knowsKey: (path: readonly string[]) => boolean;
  /** The workspace folder that holds a file. */
  readonly folderOf: (uri: string) => string | undefined;
}

interface Entry {
  readonly version: number;
  readonly file: Promise<OpenFile>;
}

/** The open documents. Each version is parsed once, when somebody first asks for it. */
export class OpenFiles {
  readonly #ports: OpenFilesPorts;
  readonly #entries = new Map<string, Entry>();
  readonly #ours = new Set<string>();
  #generation = 0;

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
    this.#ours.delete(uri);
  }

  /** Makes every document be read and judged anew: the settings or a chart beside the files have changed. */
  invalidate(): void {
    this.#generation++;
    this.#entries.clear();
  }

  /** How many documents something is kept of. */
  get size(): number {
    return this.#entries.size;
  }

  // The text is read before anything is awaited: the document changes in place when an edit comes.
  async #read(document: TextDocument): Promise<OpenFile> {
    const { uri, version } = document;
    const { settings, charts, folderOf, knowsKey, parse } = this.#ports;
    const resultId = `${version}.${this.#generation}`;
    const { files, excludeFiles, maxFileSize } = settings();
    const file = parse(document.getText(), maxFileSize * 1024 * 1024);
    const folder = folderOf(uri);
    const chart = await charts.nearest(uri, folder);
    const { path } = URI.parse(uri);
    const workspacePath = folder === undefined ? undefined : pathInside(folder, uri);
    const wasOurs = this.#ours.has(uri);
    const place = { path, workspacePath, files, excludeFiles, chart, knowsKey, wasOurs };
    const judged = ownership(file, place);
    if (this.#ports.documents.get(uri) !== undefined) {
      if (judged.kind === null) this.#ours.delete(uri);
      else this.#ours.add(uri);
    }
    return { version, analysis: new Analysis(uri, version, file, judged.roots), ownership: judged, resultId };
  }
}
