import {
  type ChartTexts,
  DESCRIPTION_FILE,
  LOCK_FILE,
  SCHEMA_FILE,
  VALUES_FILE,
} from "../../core/chart/chart.ts";
import type { ChartEvidence } from "../../core/ownership/evidence.ts";
import type { FileTree } from "../files/file-tree.ts";
import { pathInside } from "../files/workspace-folders.ts";
import { type ChartFault, ChartLeadsOut, type ReadChart } from "./chart-content.ts";
import { readArchiveBytes, readChartFile, readChartFolder } from "./chart-folder.ts";
import { CHART_LIMITS } from "./chart-limits.ts";
import { type OutOfReach, outOfReach } from "./chart-links.ts";
import { sha256 } from "./sha256.ts";

const MAX_LEVELS = 6;
/** Someone may open a chart's `templates/` or `ci/` as the workspace; the chart is then above it. */
const LEVELS_ABOVE_WORKSPACE = 2;

/** The nearest chart next to or above a file, and the address of its folder. */
export interface FoundChart extends ChartEvidence {
  readonly folder: string;
}

/** The charts in the folder of another one. */
export interface BroughtCharts {
  /** The names of the folders and archives in its folder `charts` that may be read. */
  readonly names: readonly string[];
  /** Its `Chart.lock`, with the versions that were chosen. */
  readonly lock?: string;
}

/** Finds the chart that a file belongs to, and reads the files of charts. */
export interface ChartFiles {
  /** The nearest chart next to or above a file; `folder` is the file's workspace folder, if it has one. */
  nearest(uri: string, folder: string | undefined): Promise<FoundChart | undefined>;
  /** Like `texts`, but of a folder only the description, the values and the schema, which are read much faster than all. */
  head(address: string, digest?: string): Promise<ChartTexts | undefined>;
  /**
   * The files of the chart in a folder or an archive, the same object until they are forgotten; `undefined` if there is none that
   * can be read, or if the archive has another SHA-256 than `digest`.
   */
  texts(address: string, digest?: string): Promise<ChartTexts | undefined>;
  /** The reason why `texts` has none; `undefined` if there are texts, or if there is nothing at the address. */
  fault(address: string, digest?: string): Promise<ChartFault | undefined>;
  /** Tells if an address may be read as part of the chart in a folder, with all links followed. */
  mayRead(address: string, folder: string): boolean;
  /**
   * The reason why a chart must not be given to a program that reads everything in its folder or archive, as things are now; `undefined` if it may.
   */
  outOfReach(address: string): Promise<OutOfReach | undefined>;
  /** The packed and unpacked charts in the folder of a chart, with its lock file. */
  brought(folder: string): Promise<BroughtCharts>;
  /** Forgets what was read. */
  forget(): void;
}

/** Looks for charts in a tree of files. Files that are elsewhere have no chart. */
export class ChartFilesIn implements ChartFiles {
  /** By folder: the chart in it, or `undefined` if there is none. */
  readonly #charts = new Map<string, Promise<Description | undefined>>();

  /** By digest and address, as all texts: what was read without a look at its digest must not pass for what was read with one. */
  readonly #heads = new Map<string, Promise<ChartTexts | undefined>>();
  readonly #contents = new Map<string, Promise<ReadChart | undefined>>();

  readonly #brought = new Map<string, Promise<BroughtCharts>>();

  readonly #tree: FileTree;

  constructor(tree: FileTree) {
    this.#tree = tree;
  }

  async nearest(uri: string, folder: string | undefined): Promise<FoundChart | undefined> {
    const tree = this.#tree;
    const file = tree.placeOf(uri);
    if (file === undefined) return undefined;
    const workspace = folder === undefined ? undefined : tree.placeOf(folder);
    // All folders are read at once, because nearly always none of them has a chart; the nearest one that has decides alone.
    const asked = foldersAbove(tree, file, workspace).map((above) => ({
      above,
      chart: this.#chartIn(above),
    }));
    for (const { above, chart } of asked) {
      const found = await chart;
      if (!found) continue;
      const address = tree.addressOf(above);
      return { ...found, path: pathInside(address, tree.addressOf(file)) ?? "", folder: address };
    }
    return undefined;
  }

  async texts(address: string, digest?: string): Promise<ChartTexts | undefined> {
    return (await this.#content(address, digest))?.texts;
  }

  async fault(address: string, digest?: string): Promise<ChartFault | undefined> {
    const content = await this.#content(address, digest);
    return content?.problem === undefined || content.isMissing ? undefined : content;
  }

  mayRead(address: string, folder: string): boolean {
    const [place, chart] = [this.#tree.placeOf(address), this.#tree.placeOf(folder)];
    return place !== undefined && chart !== undefined && this.#tree.mayRead(place, chart);
  }

  async outOfReach(address: string): Promise<OutOfReach | undefined> {
    const place = this.#tree.placeOf(address);
    return place === undefined ? { noAnswer: "unchecked-links" } : outOfReach(this.#tree, place);
  }

  #content(address: string, digest: string | undefined): Promise<ReadChart | undefined> {
    const key = archiveKey(address, digest);
    const known = this.#contents.get(key);
    if (known) return known;
    const place = this.#tree.placeOf(address);
    const read = place === undefined ? Promise.resolve(undefined) : readContent(this.#tree, place, digest);
    this.#contents.set(key, read);
    return read;
  }

  head(address: string, digest?: string): Promise<ChartTexts | undefined> {
    const key = archiveKey(address, digest);
    const known = this.#heads.get(key);
    if (known) return known;
    const place = this.#tree.placeOf(address);
    const isFolder = place !== undefined && !isArchive(place);
    const head = isFolder ? readHead(this.#tree, place) : this.texts(address, digest);
    this.#heads.set(key, head);
    return head;
  }

  brought(folder: string): Promise<BroughtCharts> {
    const known = this.#brought.get(folder);
    if (known) return known;
    const place = this.#tree.placeOf(folder);
    const brought = place === undefined ? Promise.resolve({ names: [] }) : readBrought(this.#tree, place);
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
      chart = readDescriptionIn(this.#tree, folder).catch(missing);
      this.#charts.set(folder, chart);
    }
    return chart;
  }
}

function archiveKey(address: string, digest: string | undefined): string {
  return `${digest ?? ""} ${address}`;
}

/** The folders that may hold the chart of a file, the nearest first. */
function foldersAbove(tree: FileTree, file: string, workspace: string | undefined): string[] {
  const folders: string[] = [];
  let left = MAX_LEVELS;
  for (let current = tree.above(file); left > 0; current = tree.above(current), left--) {
    folders.push(current);
    if (current === tree.above(current)) break;
    if (current === workspace) left = Math.min(left, LEVELS_ABOVE_WORKSPACE + 1);
  }
  return folders;
}

/** Name and version from a `Chart.yaml`. */
type Description = Omit<ChartEvidence, "path">;

/** Checks the right to read only after a file was found: nearly always there is none, and following links is slow. */
async function readDescriptionIn(tree: FileTree, folder: string): Promise<Description | undefined> {
  const file = tree.below(folder, DESCRIPTION_FILE);
  if (!tree.mayBeThere(file)) return undefined;
  await tree.status(file);
  if (tree.mayRead(file, folder)) return described(await tree.read(file, CHART_LIMITS.fileBytes));
  if (!tree.mayRead(folder, folder)) return undefined;
  return { name: "", problem: new ChartLeadsOut(DESCRIPTION_FILE).message };
}

function described(bytes: Uint8Array | undefined): Description {
  const text = new TextDecoder().decode(bytes);
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

/** True for the address or path of a chart archive. */
export function isArchive(name: string): boolean {
  return /\.(?:tgz|tar\.gz)$/.test(name);
}

/** The files of a folder by which its values are checked, if it is a chart and all of them may be read. */
async function readHead(tree: FileTree, folder: string): Promise<ChartTexts | undefined> {
  const texts = new Map<string, string>();
  const names = [DESCRIPTION_FILE, VALUES_FILE, SCHEMA_FILE];
  if (!names.every((name) => tree.mayRead(tree.below(folder, name), folder))) return undefined;
  const readInto = async (name: string) => {
    const text = await readChartFile(tree, folder, name);
    if (text !== undefined) texts.set(name, text);
  };
  await Promise.all(names.map(readInto));
  return texts.has(DESCRIPTION_FILE) ? texts : undefined;
}

async function readBrought(tree: FileTree, folder: string): Promise<BroughtCharts> {
  const charts = tree.below(folder, "charts");
  const [names, lock] = await Promise.all([
    tree.mayRead(charts, folder) ? namesIn(tree, charts).catch(() => []) : [],
    readChartFile(tree, folder, LOCK_FILE),
  ]);
  return { names, ...(lock !== undefined && { lock }) };
}

/** Sorted, so that the same folder gives the same result. */
async function namesIn(tree: FileTree, folder: string): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const name of tree.names(folder)) {
    if (names.length >= CHART_LIMITS.entries) break;
    names.push(name);
  }
  return names.sort();
}

function readContent(
  tree: FileTree,
  place: string,
  digest: string | undefined,
): Promise<ReadChart | undefined> {
  if (!tree.mayRead(place, place)) return Promise.resolve(undefined);
  return isArchive(place) ? readArchiveFile(tree, place, digest) : readChartFolder(tree, place);
}

async function readArchiveFile(
  tree: FileTree,
  file: string,
  digest: string | undefined,
): Promise<ReadChart | undefined> {
  const bytes = await readArchiveBytes(tree, file);
  if (bytes === undefined) return undefined;
  if (digest !== undefined && (await sha256(bytes)) !== digest) return undefined;
  const { readChartArchive } = await import("./chart-archive.ts");
  return readChartArchive(bytes);
}
