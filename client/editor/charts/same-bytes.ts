import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { ParsedTarEntryWithData } from "modern-tar";

const LONG_AGO = new Date(0);

/**
 * Rewrites the archives that Helm packed in a folder, so that the same chart is always the same bytes: Helm writes the present time
 * into them, and takes the charts in `charts/` in any order. `most` is how many bytes may be unpacked.
 */
export async function writeSameBytes(folder: string, most: number): Promise<void> {
  const { packTar, unpackTar } = await import("modern-tar");
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const tar = await promisify(gunzip)(await readFile(file), { maxOutputLength: most });
    const entries = await unpackTar(tar, { strict: true });
    await writeFile(file, await promisify(gzip)(await packTar(sortedWithoutTimes(entries))));
  }
}

function sortedWithoutTimes(entries: readonly ParsedTarEntryWithData[]): ParsedTarEntryWithData[] {
  return entries
    .map((entry) => ({ ...entry, header: { ...entry.header, mtime: LONG_AGO } }))
    .sort(({ header: { name: a } }, { header: { name: b } }) => (a < b ? -1 : a > b ? 1 : 0));
}
