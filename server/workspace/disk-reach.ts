import { realpathSync, statSync } from "node:fs";
import path from "node:path";
import { URI } from "vscode-uri";
import { foldersUp } from "./disk-projects.ts";
import type { MayRead, Reach } from "./reach.ts";

/** The reach of settings on the disk. `looksAbove`: whether the repository around a folder counts, or only the folder. */
export function diskReach(looksAbove: () => boolean): Reach {
  const known = new Map<string, string>();
  const repositoryAround = (folder: string): string => {
    const { scheme, fsPath } = URI.parse(folder);
    if (scheme !== "file") return folder;
    const { folders, isBounded } = foldersUp(fsPath);
    const top = folders.at(-1);
    // Anybody can make a repository of a folder such as `/tmp`.
    if (!isBounded || top === undefined || ownerOf(top) !== ownerOf(fsPath)) return folder;
    return URI.file(top).toString();
  };
  return {
    around(folder) {
      if (!looksAbove()) return folder;
      const found = known.get(folder) ?? repositoryAround(folder);
      known.set(folder, found);
      return found;
    },
    holds(uri, bounds) {
      const real = realOf(uri);
      if (real === undefined) return true;
      return bounds.some((bound) => {
        const folder = realOf(bound);
        return folder !== undefined && isIn(real, folder);
      });
    },
  };
}

/** The reach of the command line: to run a program in a folder is to trust it, and the repository around it. */
export const TRUSTED_REACH = diskReach(() => true);

/** The folders, with the repositories around them, in which files may be read and written, wherever their links lead. */
export class Bounds {
  readonly #addresses: string[] = [];

  constructor(folders: readonly string[]) {
    for (const folder of folders) this.add(folder);
  }

  /** Adds a folder that a person has named. One that is inside by its path may still be a link that leads out, so nothing is added. */
  add(folder: string): void {
    if (this.#addresses.some((bound) => isIn(folder, URI.parse(bound).fsPath))) return;
    this.#addresses.push(TRUSTED_REACH.around(URI.file(folder).toString()));
  }

  /** Whether the real path of a file is inside. What does not exist is. */
  readonly hold: MayRead = (file) => TRUSTED_REACH.holds(URI.file(file).toString(), this.#addresses);
}

function ownerOf(folder: string): number | undefined {
  return statSync(folder, { throwIfNoEntry: false })?.uid;
}

/** The path without links; `undefined` if nothing is there, or if it is not on the disk. */
function realOf(uri: string): string | undefined {
  const { scheme, fsPath } = URI.parse(uri);
  if (scheme !== "file") return undefined;
  try {
    return realpathSync.native(fsPath);
  } catch {
    return undefined;
  }
}

/** Whether a path is a folder or leads into it. */
export function isIn(file: string, folder: string): boolean {
  const inside = path.relative(folder, file);
  return inside === "" || !(inside === ".." || inside.startsWith(`..${path.sep}`) || path.isAbsolute(inside));
}
