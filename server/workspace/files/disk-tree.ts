import { close, constants, fstat, open, opendir, read, stat } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { URI } from "vscode-uri";
import type { FileTree } from "./file-tree.ts";
import type { MayReadOfChart } from "./reach.ts";

// Loading Node's promise-based file API takes longer than everything that is read with it.
const [openFile, closeFile, statusOf, statusOfOpen, openFolder] = [
  promisify(open),
  promisify(close),
  promisify(stat),
  promisify(fstat),
  promisify(opendir),
];

/** A pipe in the place of a file must not block the read. Windows has neither. */
export const READ_WITHOUT_WAITING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * The files on the disk; places are paths. `mayBeThere` answers at once that a file is not there. The command line, which searches
 * thousands of folders, saves time with it; an editor does without, because a slow disk would block it.
 */
export function diskTree(
  mayRead: MayReadOfChart,
  mayBeThere: (file: string) => boolean = () => true,
): FileTree {
  return {
    placeOf(address) {
      const { scheme, fsPath } = URI.parse(address);
      return scheme === "file" ? fsPath : undefined;
    },
    addressOf: (place) => URI.file(place).toString(),
    below: (folder, name) => path.join(folder, name),
    above: (place) => path.dirname(place),
    mayBeThere,
    mayRead,
    async status(place) {
      const status = await statusOf(place, { bigint: true });
      return {
        isFolder: status.isDirectory(),
        isFile: status.isFile(),
        size: Number(status.size),
        identity: `${status.dev}:${status.ino}`,
      };
    },
    async *names(folder) {
      for await (const { name } of await openFolder(folder)) yield name;
    },
    read: contentOf,
  };
}

async function contentOf(file: string, most: number): Promise<Uint8Array | undefined> {
  const opened = await openFile(file, READ_WITHOUT_WAITING);
  try {
    const status = await statusOfOpen(opened);
    if (status.size > most) return undefined;
    const bytes = Buffer.alloc(status.isFile() ? status.size : 0);
    let end = 0;
    while (end < bytes.length) {
      const count = await readInto(opened, bytes, end);
      if (count === 0) break;
      end += count;
    }
    return bytes.subarray(0, end);
  } finally {
    await closeFile(opened);
  }
}

function readInto(opened: number, bytes: Buffer, from: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(opened, bytes, from, bytes.length - from, from, (error, count) =>
      error ? reject(error) : resolve(count),
    );
  });
}
