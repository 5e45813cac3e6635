import { gzipSync } from "node:zlib";

/** An entry of an archive, with the content of its header. */
export interface TarEntry {
  readonly name: string;
  readonly body?: string | Uint8Array;
  /** `0` for a file, `5` for a folder, `2` for a symbolic link, and so on. */
  readonly type?: string;
  readonly link?: string;
  readonly mode?: number;
  /** The size in the header, if it is not the true one. */
  readonly size?: number;
}

/** Names of entries that are not in the folder of the chart `a`. */
export const NAMES_OUTSIDE: readonly string[] = [
  "a/../../values.yaml",
  "a/../x",
  "a/..",
  "a//etc/passwd",
  "a\\..\\..\\x",
  "a/c:/x",
  "a\\c:\\x",
  "README.md",
];

/** Attributes that Helm, which reads archives as Go does, takes for a header that is not valid. */
export const WRONG_ATTRIBUTES: readonly (readonly [name: string, value: string])[] = [
  ["size", "-1e3"],
  ["size", "1e3"],
  ["size", "100000000000000000000"],
  ["uid", "me"],
  ["gid", "9223372036854775808"],
  ["mtime", "now"],
  ["atime", "1.-5"],
  ["ctime", ".5"],
];

/** Takes the size of a file, and not of a folder, which has none. */
export const NEGATIVE_SIZE = ["size", "-512"] as const;

/** Attributes that Helm takes. */
export const RIGHT_ATTRIBUTES: readonly (readonly [name: string, value: string])[] = [
  ["size", ""],
  ["size", "5"],
  ["uid", "-1"],
  ["gid", "2147483648"],
  ["mtime", "-1.25"],
  ["atime", "1."],
  ["comment", "size=-512"],
];

/** An entry with an attribute of the entry after it, in the format pax: https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html. */
export function attribute([name, value]: readonly [string, string]): TarEntry {
  const record = ` ${name}=${value}\n`;
  const length = [1, 2, 3]
    .map((digits) => record.length + digits)
    .find((sum, index) => String(sum).length === index + 1);
  return { name: "pax", type: "x", body: `${length}${record}` };
}

/** The bytes of a tar archive, whatever is in it: https://www.gnu.org/software/tar/manual/html_node/Standard.html. */
export function tarBytes(entries: readonly TarEntry[]): Buffer {
  return Buffer.concat([...entries.flatMap(blocksOf), Buffer.alloc(1024)]);
}

/** A packed chart with these entries. */
export function packed(entries: readonly TarEntry[]): Buffer {
  return gzipSync(tarBytes(entries));
}

/** Entries for files with these texts. */
export function entriesOf(files: Readonly<Record<string, string | Uint8Array>>): TarEntry[] {
  return Object.entries(files).map(([name, body]) => ({ name, body }));
}

/** So many attributes of an entry, as the body of an entry of the type `x` or `g`. */
export function attributes(count: number): string {
  return Array.from({ length: count }, (_, index) => {
    const record = ` k${index}=v\n`;
    const length = record.length + String(record.length + 2).length;
    return `${length}${record}`;
  }).join("");
}

function blocksOf({ name, body = "", type = "0", link = "", mode = 0o644, size }: TarEntry): Buffer[] {
  const bytes = Buffer.from(body);
  const header = Buffer.alloc(512);
  header.write(name, 0, 100);
  header.write(octal(mode, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(size ?? bytes.length, 12), 124);
  header.write(octal(0, 12), 136);
  header.write("        ", 148);
  header.write(type, 156);
  header.write(link, 157, 100);
  header.write("ustar\u000000", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return [header, bytes, Buffer.alloc(-bytes.length & 511)];
}

function octal(value: number, width: number): string {
  return `${value.toString(8).padStart(width - 1, "0")}\0`;
}
