import { closeSync, fstatSync, openSync, promises, readFileSync, type Stats, statSync } from "node:fs";
import { URI } from "vscode-uri";
import { onDisk } from "../../disk/undecoded-names.ts";
import { READ_WITHOUT_WAITING } from "./disk-tree.ts";
import type { MayRead } from "./reach.ts";
import { outside } from "./release-paths.ts";
import {
  type FileText,
  type FolderEntry,
  fileText,
  MOST_NAMES,
  notRead,
  obstacleOf,
  type ValuesFiles,
} from "./values-files.ts";

type NotRead = Exclude<FileText, { readonly text: string }>;

/** Reads values files from the disk. */
export class DiskValuesFiles implements ValuesFiles {
  readonly #mayRead: MayRead;

  constructor(mayRead: MayRead) {
    this.#mayRead = mayRead;
  }

  reads(uri: string): boolean {
    return URI.parse(uri).scheme === "file";
  }

  async entries(folder: string): Promise<readonly FolderEntry[]> {
    const path = URI.parse(folder).fsPath;
    if (!this.#mayRead(path)) return [];
    try {
      const found: FolderEntry[] = [];
      for await (const entry of await promises.opendir(path)) {
        if (found.push({ name: entry.name, isFolder: entry.isDirectory() }) >= MOST_NAMES) break;
      }
      return found;
    } catch {
      return [];
    }
  }

  async read(uri: string, most: number): Promise<FileText> {
    const path = URI.parse(uri).fsPath;
    if (!this.#mayRead(path)) return OUTSIDE();
    try {
      const opened = await promises.open(onDisk(path), READ_WITHOUT_WAITING);
      try {
        const about = await opened.stat();
        if (!leadsTo(path, about, this.#mayRead)) return OUTSIDE();
        return obstacleOf(about, about.size, most) ?? fileText(await opened.readFile());
      } finally {
        await opened.close();
      }
    } catch (error) {
      return notRead(error);
    }
  }
}

const OUTSIDE = (): NotRead => ({ missing: false, problem: outside() });

/** False if a link has taken the place of a file since it was opened, or the file may not be read. */
function leadsTo(path: string, { dev, ino }: Stats, mayRead: MayRead): boolean {
  const now = statSync(onDisk(path));
  return now.dev === dev && now.ino === ino && mayRead(path);
}

/** Reads a file at once and keeps nothing of it: for a host that reads thousands of files, each of them once. */
export function readFileText(path: string, most: number, mayRead: MayRead): FileText {
  const read = readRegularFile(path, most, mayRead);
  return "bytes" in read ? fileText(read.bytes) : read;
}

/**
 * The bytes of a regular file of at most so many that may be read, or why it is not read. A pipe or a device in its place neither blocks nor
 * goes on for ever.
 */
export function readRegularFile(
  path: string,
  most: number,
  mayRead: MayRead,
): { readonly bytes: Buffer } | NotRead {
  if (!mayRead(path)) return OUTSIDE();
  try {
    const opened = openSync(onDisk(path), READ_WITHOUT_WAITING);
    try {
      const about = fstatSync(opened);
      if (!leadsTo(path, about, mayRead)) return OUTSIDE();
      return obstacleOf(about, about.size, most) ?? { bytes: readFileSync(opened) };
    } finally {
      closeSync(opened);
    }
  } catch (error) {
    return notRead(error);
  }
}
