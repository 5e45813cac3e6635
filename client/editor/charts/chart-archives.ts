import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import * as l10n from "@vscode/l10n";
import type { ChartArchive, ChartArchives, FetchedChart } from "../../ports/installation.ts";
import { holdsSecret } from "../../texts/redact.ts";
import { refuseLinksOut } from "./chart-links.ts";
import { writeSameBytes } from "./same-bytes.ts";

/** The lifetime of an archive after its last fetch, in milliseconds. */
const KEPT_FOR = 30 * 24 * 60 * 60 * 1000;

/** The maximum number of archives that are kept: the latest ones. */
const MOST_KEPT = 40;

/** Larger archives are refused; Helm itself reads none with more content (Helm: `loader.MaxDecompressedChartSize`). */
const LARGEST = 100 * 1024 * 1024;

/** Keeps archives in `folder`, which only this user can access, named by their digests. */
export function createChartArchives(folder: string, now = Date.now): ChartArchives {
  const ready = async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
  };
  const fetched = createFetchedCharts(folder);
  return {
    fetched: fetched.list,
    remember: fetched.add,
    async keep(fetch) {
      await ready();
      const arriving = await mkdtemp(path.join(folder, "arriving-"));
      try {
        await fetch(arriving);
        return await take(arriving, folder);
      } finally {
        await rm(arriving, { recursive: true, force: true });
        await tidy(folder, now()).catch(() => undefined);
      }
    },
    async copy(file, into) {
      await copyFile(file, path.join(into, "chart.tgz"));
    },
    writeSameBytes: (into) => writeSameBytes(into, LARGEST),
    refuseLinksOut,
    async isIntact({ path: file, digest }) {
      return (await digestOf(file).catch(() => undefined)) === digest;
    },
  };
}

/** Moves the only archive that arrived to its place. */
async function take(arriving: string, folder: string): Promise<ChartArchive> {
  const [name, ...more] = await readdir(arriving);
  if (name === undefined || more.length > 0)
    throw new Error(l10n.t("Helm did not deliver exactly one chart archive."));
  const arrived = path.join(arriving, name);
  const found = await lstat(arrived);
  if (!found.isFile()) throw new Error(l10n.t("What Helm delivered is not a chart archive."));
  if (found.size > LARGEST)
    throw new Error(l10n.t("The chart archive is larger than {0} MB.", LARGEST / 1024 / 1024));
  await chmod(arrived, 0o600);
  const digest = await digestOf(arrived);
  const kept = path.join(folder, `${digest}.tgz`);
  await rename(arrived, kept);
  return { path: kept, digest };
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

/** Removes archives that were last fetched long ago, and what an interrupted download left behind. */
async function tidy(folder: string, now: number): Promise<void> {
  const entries = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const file = path.join(folder, name);
      const found = await lstat(file).catch(() => undefined);
      return { file, fetched: found?.mtimeMs ?? now, isArchive: /^[0-9a-f]{64}\.tgz$/.test(name) };
    }),
  );
  const archives = entries.filter(({ isArchive }) => isArchive).sort((a, b) => b.fetched - a.fetched);
  const old = [...archives.slice(MOST_KEPT), ...entries.filter(({ fetched }) => now - fetched > KEPT_FOR)];
  await Promise.all(old.map(({ file }) => rm(file, { recursive: true, force: true })));
}

/** The maximum number of fetches that are remembered: the latest ones. */
const MOST_REMEMBERED = 40;

/** The file is written here only; a longer one was not. */
const LONGEST = 256 * 1024;

/** Remembers which charts were fetched into a folder of archives, for all windows, and only as long as the archives are there. */
export interface FetchedCharts {
  /** Those whose archives are there, the one that was fetched last first. */
  list(): Promise<readonly FetchedChart[]>;
  add(chart: Omit<FetchedChart, "path">): Promise<void>;
}

/** Remembers them in a file beside the archives, which is read each time, because other windows write it as well. */
export function createFetchedCharts(folder: string): FetchedCharts {
  const file = path.join(folder, "fetched.json");
  const list = async () => {
    const all = await Promise.all((await read(file)).map((chart) => withArchive(folder, chart)));
    return all.filter((chart) => chart !== undefined);
  };
  return {
    list,
    async add(chart) {
      if (holdsSecret(chart.chart)) return;
      const others = (await list()).filter(
        (remembered) => remembered.chart !== chart.chart || remembered.wanted !== chart.wanted,
      );
      const all = [chart, ...others].slice(0, MOST_REMEMBERED).map(withoutPath);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const written = path.join(folder, `writing-${randomUUID()}`);
      try {
        await writeFile(written, JSON.stringify(all), { mode: 0o600 });
        await rename(written, file);
      } finally {
        await rm(written, { force: true });
      }
    },
  };
}

type Remembered = Omit<FetchedChart, "path">;

async function read(file: string): Promise<readonly Remembered[]> {
  try {
    if ((await lstat(file)).size > LONGEST) return [];
    const found: unknown = JSON.parse(await readFile(file, "utf8"));
    return Array.isArray(found) ? found.flatMap(remembered).slice(0, MOST_REMEMBERED) : [];
  } catch {
    return [];
  }
}

function remembered(value: unknown): Remembered[] {
  if (typeof value !== "object" || value === null) return [];
  const { chart, wanted, name, version, digest }: Readonly<Record<string, unknown>> = { ...value };
  if (typeof chart !== "string" || typeof name !== "string" || typeof version !== "string") return [];
  if (typeof digest !== "string" || !/^[0-9a-f]{64}$/.test(digest)) return [];
  if (wanted !== undefined && typeof wanted !== "string") return [];
  return [{ chart, name, version, digest, ...(wanted !== undefined && { wanted }) }];
}

/** The archive is named by its digest, so that the file cannot name any other place. */
async function withArchive(folder: string, chart: Remembered): Promise<FetchedChart | undefined> {
  const archive = path.join(folder, `${chart.digest}.tgz`);
  const isThere = await lstat(archive).then(
    (found) => found.isFile(),
    () => false,
  );
  return isThere ? { ...chart, path: archive } : undefined;
}

function withoutPath({ chart, wanted, name, version, digest }: Remembered): Remembered {
  return { chart, name, version, digest, ...(wanted !== undefined && { wanted }) };
}
