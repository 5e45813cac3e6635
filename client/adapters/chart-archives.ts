import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { chmod, copyFile, lstat, mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import * as l10n from "@vscode/l10n";
import type { ChartArchive, ChartArchives } from "../installation-ports.ts";
import { createFetchedCharts } from "./fetched-charts.ts";

/** How long an archive is kept after it was last fetched, in milliseconds. */
const KEPT_FOR = 30 * 24 * 60 * 60 * 1000;

/** How many archives are kept at most: those that were fetched last. */
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

/** Removes archives that nobody has fetched for a while, and what an interrupted download left behind. */
async function tidy(folder: string, now: number): Promise<void> {
  const entries = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const file = path.join(folder, name);
      const found = await lstat(file).catch(() => undefined);
      return { file, fetched: found?.mtimeMs ?? now, isArchive: /^[0-9a-f]{64}\.tgz$/.test(name) };
    }),
  );
  const archives = entries
    .filter(({ isArchive }) => isArchive)
    .sort((one, other) => other.fetched - one.fetched);
  const old = [...archives.slice(MOST_KEPT), ...entries.filter(({ fetched }) => now - fetched > KEPT_FOR)];
  await Promise.all(old.map(({ file }) => rm(file, { recursive: true, force: true })));
}
