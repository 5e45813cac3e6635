import { readFileSync } from "node:fs";
import { inflateRawSync } from "node:zlib";

/** A file in a zip archive. */
export interface ZipEntry {
  readonly name: string;
  readonly compressed: number;
  readonly size: number;
}

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;

/** Lists what is in a zip archive, as its own directory at the end of the file says. */
export function listZip(file: string): ZipEntry[] {
  return entriesIn(file, readFileSync(file));
}

/** The contents of the files of a zip archive, by their names. */
export function readZip(file: string): Map<string, Buffer> {
  const bytes = readFileSync(file);
  return new Map(
    entriesIn(file, bytes).map(({ name, header, compressed, size }) => {
      const content = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
      const packed = bytes.subarray(content, content + compressed);
      return [name, compressed === size ? packed : inflateRawSync(packed)];
    }),
  );
}

function entriesIn(file: string, bytes: Buffer): (ZipEntry & { readonly header: number })[] {
  let end = bytes.length - 22;
  while (end >= 0 && bytes.readUInt32LE(end) !== END_OF_DIRECTORY) {
    end -= 1;
  }
  if (end < 0) {
    throw new Error(`${file} is not a zip archive.`);
  }
  const entries: (ZipEntry & { readonly header: number })[] = [];
  let position = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (bytes.readUInt32LE(position) !== DIRECTORY_ENTRY) {
      throw new Error(`The directory of ${file} is damaged.`);
    }
    const nameLength = bytes.readUInt16LE(position + 28);
    entries.push({
      name: bytes.toString("utf8", position + 46, position + 46 + nameLength),
      compressed: bytes.readUInt32LE(position + 20),
      size: bytes.readUInt32LE(position + 24),
      header: bytes.readUInt32LE(position + 42),
    });
    position += 46 + nameLength + bytes.readUInt16LE(position + 30) + bytes.readUInt16LE(position + 32);
  }
  return entries;
}
