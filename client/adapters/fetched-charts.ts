import { randomUUID } from "node:crypto";
import { lstat, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { holdsSecret } from "../cli/redact.ts";
import type { FetchedChart } from "../installation-ports.ts";

/** How many are remembered at most: those that were fetched last. */
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
      const others = (await list()).filter((one) => one.chart !== chart.chart || one.wanted !== chart.wanted);
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

/** The archive is where its digest says, so that the file cannot lead anywhere else. */
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
