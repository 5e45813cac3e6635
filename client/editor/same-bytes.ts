import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";

/** An archive is a sequence of blocks of this size: a header, then the content (POSIX.1-2017, pax, "ustar Interchange Format"). */
const BLOCK = 512;
const NAME = [0, 100] as const;
const SIZE = [124, 136] as const;
const TIME = [136, 148] as const;
const CHECKSUM = [148, 156] as const;
const TYPE = 156;
const PREFIX = [345, 500] as const;

/**
 * Rewrites the archives that Helm packed in a folder, so that the same chart is always the same bytes: Helm writes the present time
 * into them, and takes the charts in `charts/` in any order. `most` is how many bytes may be unpacked.
 */
export async function writeSameBytes(folder: string, most: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const tar = await promisify(gunzip)(await readFile(file), { maxOutputLength: most });
    await writeFile(file, await promisify(gzip)(sortedWithoutTimes(tar)));
  }
}

function sortedWithoutTimes(tar: Buffer): Buffer {
  const entries: { readonly name: string; readonly bytes: Buffer }[] = [];
  for (let start = 0, at = 0; at + BLOCK <= tar.length && tar[at] !== 0; ) {
    const header = tar.subarray(at, at + BLOCK);
    header.write("0".repeat(TIME[1] - TIME[0] - 1), TIME[0], "latin1");
    header.fill(" ", ...CHECKSUM);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, "0")}\0`, CHECKSUM[0], "latin1");
    at += BLOCK + Math.ceil(Number.parseInt(textOf(header, SIZE), 8) / BLOCK) * BLOCK;
    // An extended header has the long name of the entry after it, and belongs to that.
    if (isExtended(header)) continue;
    const bytes = tar.subarray(start, at);
    const name = isExtended(bytes) ? textOf(bytes, [BLOCK, 2 * BLOCK]) : "";
    entries.push({ name: `${textOf(header, PREFIX)}/${textOf(header, NAME)} ${name}`, bytes });
    start = at;
  }
  entries.sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
  return Buffer.concat([...entries.map(({ bytes }) => bytes), Buffer.alloc(2 * BLOCK)]);
}

function isExtended(header: Buffer): boolean {
  return header[TYPE] === "x".charCodeAt(0);
}

function textOf(bytes: Buffer, [from, to]: readonly [number, number]): string {
  const text = bytes.toString("latin1", from, to);
  const end = text.indexOf("\0");
  return end < 0 ? text : text.slice(0, end);
}
