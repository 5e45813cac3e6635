import { type Dirent, existsSync, readdirSync, realpathSync } from "node:fs";
import path from "node:path";

/** The replacement for bytes that are not UTF-8. */
const UNREADABLE = "\ufffd";

/**
 * The bytes of paths that are not UTF-8, by the text that is read from them, which is shown and asked for. A text means the first one
 * that was met, and no other.
 */
const known = new Map<string, Buffer>();

/** The path of a file on the disk: every call about files that were found in folders needs it. */
export function onDisk(file: string): string | Buffer {
  if (known.size === 0) return file;
  for (let current = file; ; current = path.dirname(current)) {
    const bytes = known.get(current);
    if (bytes)
      return current === file ? bytes : Buffer.concat([bytes, Buffer.from(file.slice(current.length))]);
    if (current === path.dirname(current)) return file;
  }
}

/** An entry of a folder. */
export type FolderEntry = Pick<Dirent, "name" | "isDirectory" | "isFile" | "isSymbolicLink">;

/** The entries of a folder. `alike` takes each name that is read as the same text as another one, so that no call can mean it. */
export function entriesOf(folder: string, alike: (name: string) => void): readonly FolderEntry[] {
  const location = onDisk(folder);
  const entries = readdirSync(location, { withFileTypes: true });
  if (!entries.some(({ name }) => name.includes(UNREADABLE))) return entries;
  const names = new Set<string>();
  return readdirSync(location, { withFileTypes: true, encoding: "buffer" }).flatMap((entry) => {
    const name = entry.name.toString();
    const isFirst = !names.has(name) && isMeant(path.join(folder, name), joined(location, entry.name));
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

/** Finds out the bytes of a path that a person has written, in which bytes that are not UTF-8 were replaced on the way. */
export function findOnDisk(file: string): string | Buffer {
  for (let index = file.indexOf(UNREADABLE); index >= 0; index = file.indexOf(UNREADABLE, index + 1)) {
    const folder = file.slice(0, file.lastIndexOf(path.sep, index)) || path.sep;
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

/** True if a text means these bytes; from now on it does if it has meant nothing. */
function isMeant(text: string, bytes: Buffer): boolean {
  const before = known.get(text);
  const isUtf8 = Buffer.from(bytes.toString()).equals(bytes);
  if (before || isUtf8) return before === undefined || before.equals(bytes);
  if (existsSync(text)) return false;
  known.set(text, bytes);
  return true;
}

function joined(folder: string | Buffer, name: Buffer): Buffer {
  const start = Buffer.from(folder);
  return start.at(-1) === SLASH
    ? Buffer.concat([start, name])
    : Buffer.concat([start, Buffer.of(SLASH), name]);
}

const SLASH = 0x2f;
