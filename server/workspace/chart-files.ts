import { opendir, readFile } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { URI } from "vscode-uri";
import {
  type ChartTexts,
  DESCRIPTION_FILE,
  LOCK_FILE,
  SCHEMA_FILE,
  VALUES_FILE,
} from "../core/chart/chart.ts";
import type { ChartEvidence } from "../core/ownership/evidence.ts";
import { CHART_LIMITS, type ReadChart } from "./chart-content.ts";
import { readArchiveBytes, readChartFile, readChartFolder } from "./chart-folder.ts";
import { anything, type MayRead } from "./may-read.ts";

const MAX_LEVELS = 6;
/** Someone may open a chart's `templates/` or `ci/` as the workspace; the chart is then above it. */
const LEVELS_ABOVE_WORKSPACE = 2;

// Loading Node's promise-based file API takes longer than everything that is read with it.
const [read, openFolder] = [promisify(readFile), promisify(opendir)];

/** The nearest chart next to or above a file, and the address of its folder. */
export interface FoundChart extends ChartEvidence {
  readonly folder: string;
}

/** The charts in the folder of another one. */
export interface BroughtCharts {
  /** The names of the folders and archives in its folder `charts`. */
  readonly names: readonly string[];
  /** Its `Chart.lock`, with the versions that were chosen. */
  readonly lock?: string;
}

/** Finds the chart that a file belongs to, and reads the files of charts. */
export interface ChartFiles {
  /** The nearest chart next to or above a file; `folder` is the file's workspace folder, if it has one. */
  nearest(uri: string, folder: string | undefined): Promise<FoundChart | undefined>;
  /** The same for the files that say what can be set, and what is set: of a folder, these are read much faster than all. */
  head(address: string, digest?: string): Promise<ChartTexts | undefined>;
  /**
   * The files of the chart in a folder or an archive, the same object until they are forgotten; `undefined` if there is none that
   * can be read, or if the archive has another SHA-256 than `digest`.
   */
  texts(address: string, digest?: string): Promise<ChartTexts | undefined>;
  /** Why there are no such texts, as a sentence; `undefined` if there are, or if there is nothing at the address. */
  problem(address: string, digest?: string): Promise<string | undefined>;
  /** What the folder of a chart says about the charts that it brings along. */
  brought(folder: string): Promise<BroughtCharts>;
  /** Forgets what was read. */
  forget(): void;
}

/** Looks for charts on disk. Files that are not on disk (schemes other than `file:`) have no chart. */
export class DiskChartFiles implements ChartFiles {
  /** By folder: the chart in it, or `undefined` if there is none. */
  readonly #charts = new Map<string, Promise<Description | undefined>>();

  /** By digest and address, as all texts: what was read without a look at its digest must not pass for what was read with one. */
  readonly #heads = new Map<string, Promise<ChartTexts | undefined>>();
  readonly #contents = new Map<string, Promise<ReadChart | undefined>>();
  readonly #mayRead: MayRead;

  readonly #brought = new Map<string, Promise<BroughtCharts>>();

  readonly #mayBeThere: (file: string) => boolean;

  /**
   * `mayBeThere` tells at once that a file is not there. A host that looks at thousands of folders saves time with it; one in which
   * somebody types does without, because a slow disk would keep everything waiting.
   */
  constructor(mayBeThere: (file: string) => boolean = () => true, mayRead: MayRead = anything) {
    this.#mayBeThere = mayBeThere;
    this.#mayRead = mayRead;
  }

  async nearest(uri: string, folder: string | undefined): Promise<FoundChart | undefined> {
    const parsed = URI.parse(uri);
    if (parsed.scheme !== "file") return undefined;
    const file = parsed.fsPath;
    const workspace = folder === undefined ? undefined : URI.parse(folder).fsPath;
    // All folders are read at once, because nearly always none of them has a chart; the nearest one that has decides alone.
    const asked = foldersAbove(file, workspace).map((above) => ({ above, chart: this.#chartIn(above) }));
    for (const { above, chart } of asked) {
      const found = await chart;
      if (!found) continue;
      const inside = path.relative(above, file).split(path.sep).join("/");
      return { ...found, path: inside, folder: URI.file(above).toString() };
    }
    return undefined;
  }

  async texts(address: string, digest?: string): Promise<ChartTexts | undefined> {
    return (await this.#content(address, digest))?.texts;
  }

  async problem(address: string, digest?: string): Promise<string | undefined> {
    return (await this.#content(address, digest))?.problem;
  }

  #content(address: string, digest: string | undefined): Promise<ReadChart | undefined> {
    const key = keyOf(address, digest);
    const known = this.#contents.get(key);
    if (known) return known;
    const { scheme, fsPath } = URI.parse(address);
    const read = scheme === "file" ? readContent(fsPath, digest, this.#mayRead) : Promise.resolve(undefined);
    this.#contents.set(key, read);
    return read;
  }

  head(address: string, digest?: string): Promise<ChartTexts | undefined> {
    const key = keyOf(address, digest);
    const known = this.#heads.get(key);
    if (known) return known;
    const { scheme, fsPath } = URI.parse(address);
    const isFolder = scheme === "file" && !isArchive(fsPath);
    const head = isFolder ? readHead(fsPath, this.#mayRead) : this.texts(address, digest);
    this.#heads.set(key, head);
    return head;
  }

  brought(folder: string): Promise<BroughtCharts> {
    const known = this.#brought.get(folder);
    if (known) return known;
    const { scheme, fsPath } = URI.parse(folder);
    const brought = scheme === "file" ? readBrought(fsPath, this.#mayRead) : Promise.resolve({ names: [] });
    this.#brought.set(folder, brought);
    return brought;
  }

  forget(): void {
    this.#charts.clear();
    this.#brought.clear();
    this.#heads.clear();
    this.#contents.clear();
  }

  #chartIn(folder: string): Promise<Description | undefined> {
    let chart = this.#charts.get(folder);
    if (chart === undefined) {
      const file = path.join(folder, DESCRIPTION_FILE);
      chart =
        this.#mayBeThere(file) && this.#mayRead(file)
          ? read(file, "utf8").then(described, missing)
          : Promise.resolve(undefined);
      this.#charts.set(folder, chart);
    }
    return chart;
  }
}

function keyOf(address: string, digest: string | undefined): string {
  return `${digest ?? ""} ${address}`;
}

/** The folders that may hold the chart of a file, the nearest first. */
function foldersAbove(file: string, workspace: string | undefined): string[] {
  const folders: string[] = [];
  let left = MAX_LEVELS;
  for (let at = path.dirname(file); left > 0; at = path.dirname(at), left--) {
    folders.push(at);
    if (at === path.dirname(at)) break;
    if (at === workspace) left = Math.min(left, LEVELS_ABOVE_WORKSPACE + 1);
  }
  return folders;
}

/** What the description of a chart says. */
type Description = Omit<ChartEvidence, "path">;

function described(text: string): Description {
  const version = field(text, "version");
  return { name: field(text, "name") ?? "", ...(version !== undefined && { version }) };
}

function field(text: string, name: "name" | "version"): string | undefined {
  const form = new RegExp(`^${name}:[ \\t]*(?:"([^"\\n]*)"|'([^'\\n]*)'|([^\\s#]+))`, "m");
  return form.exec(text)?.slice(1).find(Boolean);
}

/** If the file does not exist, there is no chart; if it cannot be read, there is a chart without a name. */
function missing(error: unknown): Description | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ENOENT" || code === "ENOTDIR" ? undefined : { name: "" };
}

/** Whether an address or a path is that of a chart archive. */
export function isArchive(name: string): boolean {
  return /\.(?:tgz|tar\.gz)$/.test(name);
}

/** The files of a folder by which its values are checked, if it is a chart. */
async function readHead(folder: string, mayRead: MayRead): Promise<ChartTexts | undefined> {
  const texts = new Map<string, string>();
  const readInto = async (name: string) => {
    if (!mayRead(path.join(folder, name))) return;
    const text = await readChartFile(folder, name);
    if (text !== undefined) texts.set(name, text);
  };
  await Promise.all([DESCRIPTION_FILE, VALUES_FILE, SCHEMA_FILE].map(readInto));
  return texts.has(DESCRIPTION_FILE) ? texts : undefined;
}

async function readBrought(folder: string, mayRead: MayRead): Promise<BroughtCharts> {
  const [charts, lockFile] = [path.join(folder, "charts"), path.join(folder, LOCK_FILE)];
  const [names, lock] = await Promise.all([
    mayRead(charts) ? namesIn(charts).catch(() => []) : [],
    mayRead(lockFile) ? readChartFile(folder, LOCK_FILE) : undefined,
  ]);
  return { names, ...(lock !== undefined && { lock }) };
}

/** Sorted, so that the same folder gives the same result. */
async function namesIn(folder: string): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { name } of await openFolder(folder)) {
    if (names.length >= CHART_LIMITS.entries) break;
    names.push(name);
  }
  return names.sort();
}

function readContent(
  file: string,
  digest: string | undefined,
  mayRead: MayRead,
): Promise<ReadChart | undefined> {
  if (!mayRead(file)) return Promise.resolve(undefined);
  return isArchive(file) ? readArchiveFile(file, digest) : readChartFolder(file, undefined, mayRead);
}

async function readArchiveFile(file: string, digest: string | undefined): Promise<ReadChart | undefined> {
  const bytes = await readArchiveBytes(file);
  if (bytes === undefined) return undefined;
  if (digest !== undefined) {
    const { createHash } = await import("node:crypto");
    if (createHash("sha256").update(bytes).digest("hex") !== digest) return undefined;
  }
  const { readChartArchive } = await import("./chart-archive.ts");
  return readChartArchive(bytes);
}
