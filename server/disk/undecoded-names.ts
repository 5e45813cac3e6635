import { type Dirent, existsSync, readdirSync, realpathSync } from "node:fs";
import path from "node:path";

/** What is read in the place of bytes that are not UTF-8. */
const UNREADABLE = "\ufffd";

/**
 * The bytes of paths that are not UTF-8, by the text that is read from them, which is shown and asked for. A text means the first one
 * that was met, and no other.
 */
const known = new Map<string, Buffer>();

/** What a path is on the disk: everything that is asked about files that were found in folders is asked by this. */
export function onDisk(file: string): string | Buffer {
  if (known.size === 0) return file;
  for (let at = file; ; at = path.dirname(at)) {
    const bytes = known.get(at);
    if (bytes) return at === file ? bytes : Buffer.concat([bytes, Buffer.from(file.slice(at.length))]);
    if (at === path.dirname(at)) return file;
  }
}

/** Something in a folder. */
export type FolderEntry = Pick<Dirent, "name" | "isDirectory" | "isFile" | "isSymbolicLink">;

/** What is in a folder. `alike` takes each name that is read as the same text as another one, and can therefore not be asked for. */
export function entriesOf(folder: string, alike: (name: string) => void): readonly FolderEntry[] {
  const at = onDisk(folder);
  const entries = readdirSync(at, { withFileTypes: true });
  if (!entries.some(({ name }) => name.includes(UNREADABLE))) return entries;
  const names = new Set<string>();
  return readdirSync(at, { withFileTypes: true, encoding: "buffer" }).flatMap((entry) => {
    const name = entry.name.toString();
    const isFirst = !names.has(name) && isMeant(path.join(folder, name), joined(at, entry.name));
    names.add(name);
    if (!isFirst) alike(name);
    return isFirst
      ? {
          name,
          isDirectory: () => entry.isDirectory(),
          isFile: () => entry.isFile(),
          isSymbolicLink: () => entry.isSymbolicLink(),
        }
      : [];
  });
}

/** Finds out the bytes of a path that a person has written, in which what is not UTF-8 has become something else on its way. */
export function findOnDisk(file: string): string | Buffer {
  for (let at = file.indexOf(UNREADABLE); at >= 0; at = file.indexOf(UNREADABLE, at + 1)) {
    const folder = file.slice(0, file.lastIndexOf(path.sep, at)) || path.sep;
    try {
      entriesOf(folder, () => undefined);
    } catch {
      break;
    }
  }
  return onDisk(file);
}

/** The path without links. Throws if nothing is there, or if its text already means another path. */
export function realPathOf(file: string): string {
  const bytes = realpathSync.native(onDisk(file), { encoding: "buffer" });
  const real = bytes.toString();
  if (real.includes(UNREADABLE) && !isMeant(real, bytes))
    throw Object.assign(new Error("Two paths are read as the same text."), { code: "EILSEQ" });
  return real;
}

/** Whether a text means these bytes, from now on if it has meant nothing. */
function isMeant(text: string, bytes: Buffer): boolean {
  const before = known.get(text);
  const isUtf8 = Buffer.from(bytes.toString()).equals(bytes);
  if (before || isUtf8) return before === undefined || before.equals(bytes);
  if (existsSync(text)) return false;
  known.set(text, bytes);
  return true;
}

function joined(folder: string | Buffer, name: Buffer): Buffer {
  const at = Buffer.from(folder);
  return at.at(-1) === SLASH ? Buffer.concat([at, name]) : Buffer.concat([at, Buffer.of(SLASH), name]);
}

const SLASH = 0x2f;
