import { existsSync, lstatSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { URI } from "vscode-uri";
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
      const { scheme, fsPath } = URI.parse(uri);
      const real = scheme === "file" ? realOf(fsPath) : undefined;
      return real === undefined || leadsInto(real, bounds.flatMap(realFolder));
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
    if (!this.contain(folder)) this.#addresses.push(TRUSTED_REACH.around(URI.file(folder).toString()));
  }

  /** Whether a path is inside, wherever its links lead. */
  contain(file: string): boolean {
    return this.#addresses.some((bound) => isIn(file, URI.parse(bound).fsPath));
  }

  /** Whether the real path of a file is inside. What does not exist yet is where its folder is. */
  readonly hold: MayRead = (file) => leadsInto(file, this.#addresses.flatMap(realFolder));
}

/** The path of a folder without links; none if it is not on the disk. */
function realFolder(address: string): string[] {
  const { scheme, fsPath } = URI.parse(address);
  const real = scheme === "file" ? realOf(fsPath) : undefined;
  return real === undefined ? [] : [real];
}

function ownerOf(folder: string): number | undefined {
  return statSync(folder, { throwIfNoEntry: false })?.uid;
}

/**
 * The folders that may have the settings of a project, the nearest first: from one up to the root of its repository, or to `top`. They are bounded if
 * there is either of these.
 */
export function foldersUp(
  folder: string,
  top?: string,
): { readonly folders: readonly string[]; readonly isBounded: boolean } {
  const folders: string[] = [];
  for (let at = folder; ; at = path.dirname(at)) {
    folders.push(at);
    if (at === top || existsSync(path.join(at, ".git"))) return { folders, isBounded: true };
    if (at === path.dirname(at)) return { folders, isBounded: false };
  }
}

/** Whether a path is a folder or leads into it. */
export function isIn(file: string, folder: string): boolean {
  const inside = path.relative(folder, file);
  return inside === "" || !(inside === ".." || inside.startsWith(`..${path.sep}`) || path.isAbsolute(inside));
}

/** Whether a file is in one of some folders without links, wherever its own links go. What does not exist yet is where its folder is. */
export function leadsInto(file: string, folders: readonly string[]): boolean {
  const real = realOrNext(file);
  return real !== undefined && folders.some((folder) => isIn(real, folder));
}

/** The path without links; `undefined` if nothing is there. */
export function realOf(file: string): string | undefined {
  try {
    return realpathSync.native(file);
  } catch {
    return undefined;
  }
}

/** The real path of a file; of one that does not exist, that of the nearest folder above it that does, with the rest of the path. */
export function realOrNext(file: string): string | undefined {
  for (let at = file, rest = ""; ; rest = path.join(path.basename(at), rest), at = path.dirname(at)) {
    const real = realOf(at);
    if (real !== undefined) return path.join(real, rest);
    // A link that leads nowhere today may lead anywhere tomorrow.
    if (isLink(at) || at === path.dirname(at)) return undefined;
  }
}

/** Whether a path is a link itself. What cannot even be asked about is treated as one, which may lead out. */
export function isLink(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ENOTDIR");
  }
}
