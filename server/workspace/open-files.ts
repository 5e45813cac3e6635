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
import type { ReleaseStack } from "../core/values/release-stack.ts";
import { besideOf, type ChartsAtHand } from "./charts-at-hand.ts";
import type { OpenDocument, OpenDocuments, OpenText, OpenTexts } from "./open-texts.ts";
import type { Releases } from "./releases.ts";
import { pathInside } from "./workspace-folders.ts";

/** One version of an open document, read and judged. */
export interface OpenFile {
  readonly version: number;
  readonly analysis: Analysis;
  readonly ownership: Ownership;
  /** Unique to this reading of this document for ever: a client may send one from before a restart of the server. */
  readonly resultId: string;
}

/** What is needed to read and judge a document. */
export interface OpenFilesPorts {
  readonly documents: OpenDocuments;
  readonly charts: ChartsAtHand;
  readonly settings: () => Settings;
  readonly texts: OpenTexts;
  readonly releases: Releases;
  readonly keys: () => ChartKeys;
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
  readonly #was = new Map<string, OwnershipEvidence["was"]>();
  /** Identifies this server process. Its start time is not enough, because several may start at once. */
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

  /** Drops what is known about a document that was closed. */
  forget(uri: string): void {
    this.#entries.delete(uri);
    this.#ports.texts.forget(uri);
    this.#was.delete(uri);
  }

  /** Has every document judged again, because something that affects all of them has changed, such as the settings or a chart. */
  invalidate(): void {
    this.#entries.clear();
  }

  /** Has one document judged again, because another file of its release has changed. */
  touch(uri: string): void {
    this.#entries.delete(uri);
  }

  /** How many documents are kept. */
  get size(): number {
    return this.#entries.size;
  }

  #nearestChart(uri: string): Promise<ChartEvidence | undefined> {
    return this.#ports.charts.nearest(uri, this.#ports.folderOf(uri));
  }

  // The text is read before anything is awaited: the document changes in place when an edit arrives.
  async #read(document: OpenDocument): Promise<OpenFile> {
    const { documents, texts, releases } = this.#ports;
    const { uri, version } = document;
    const resultId = `${this.#life}.${++this.#reads}`;
    // The disk is asked first, so that the text is parsed while it answers.
    const chart = this.#nearestChart(uri);
    const own = texts.of(document);
    const stacks = releases.stacksOf(own);
    const named = releases.chart(own);
    const judged = await this.#judge(own, stacks, chart);
    if (documents.get(uri) !== undefined) {
      const { kind, strength, reason } = judged;
      this.#was.set(uri, kind === null || strength === null ? undefined : { strength, reason });
    }
    const analysis = new Analysis(uri, version, own.file, judged.roots, await stacks, releases.helm, {
      ...(await named),
      ...besideOf(await chart),
    });
    return { version, analysis, ownership: judged, resultId };
  }

  /** What a file is, open or not, and where in it our values are. */
  judge(own: OpenText): Promise<Ownership> {
    return this.#judge(own, this.#ports.releases.stacksOf(own), this.#nearestChart(own.uri));
  }

  async #judge(
    { uri, file }: OpenText,
    stacks: Promise<readonly ReleaseStack[]>,
    nearest: Promise<ChartEvidence | undefined>,
  ): Promise<Ownership> {
    const { settings, folderOf, keys } = this.#ports;
    const known = keys();
    const { files, excludeFiles } = settings();
    const folder = folderOf(uri);
    const [chart, [first]] = await Promise.all([nearest, stacks]);
    const release = first?.release;
    const { path } = URI.parse(uri);
    const workspacePath = folder === undefined ? undefined : pathInside(folder, uri);
    const was = this.#was.get(uri);
    return ownership(file, { path, workspacePath, files, excludeFiles, chart, release, keys: known, was });
  }
}
