import { existsSync, lstatSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { URI } from "vscode-uri";
import type { FileAccess, MayRead, Reach } from "./reach.ts";

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
      if (scheme === "file" && !isOrdinary(fsPath)) return false;
      const real = scheme === "file" ? realOf(fsPath) : undefined;
      return real === undefined || leadsInto(real, bounds.flatMap(realFolder));
    },
  };
}

/** The reach of the command line: to run a program in a folder is to trust it, and the repository around it. */
export const TRUSTED_REACH = diskReach(() => true);

/**
 * What the command line may do with files: those in folders and the repositories around them are read and written, wherever their links
 * lead, and a file that was named is read wherever it is.
 */
export class Bounds implements FileAccess {
  readonly #addresses: string[] = [];
  readonly #named = new Set<string>();

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

  /** Adds a file that a person has named by this path. */
  name(file: string): void {
    this.#named.add(file);
  }

  readonly mayRead: MayRead = (file) => this.#named.has(file) || this.mayWrite(file);

  /** Whether the real path of a file is inside. What does not exist yet is where its folder is. */
  readonly mayWrite: MayRead = (file) => leadsInto(file, this.#addresses.flatMap(realFolder));
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

/** A disk, and the system whose rules for paths count. */
export interface Disk {
  readonly platform: NodeJS.Platform;
  /** The path without links; `undefined` if nothing is there. */
  readonly realOf: (file: string) => string | undefined;
  readonly isLink: (file: string) => boolean;
}

const THIS_DISK: Disk = { platform: process.platform, realOf, isLink };

/** Whether a path is a folder or leads into it. Windows does not tell capital letters from small ones. */
export function isIn(file: string, folder: string, platform: NodeJS.Platform = process.platform): boolean {
  const { relative, isAbsolute, parse, resolve, sep } = pathsOf(platform);
  const rootOf = (one: string) => parse(resolve(one)).root.toLowerCase();
  // Where a path on a drive is compared with one on a share, Windows' rules drop the beginning of both.
  if (rootOf(file) !== rootOf(folder)) return false;
  const inside = relative(folder, file);
  return inside === "" || !(inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside));
}

/**
 * Whether a file is in one of some folders without links, wherever its own links go. What does not exist yet is where its folder is. A path
 * that names no file (`isOrdinary`) is in none.
 */
export function leadsInto(file: string, folders: readonly string[], disk: Disk = THIS_DISK): boolean {
  const real = isOrdinary(file, disk.platform) ? realOrNext(file, disk) : undefined;
  return real !== undefined && folders.some((folder) => isIn(real, folder, disk.platform));
}

/**
 * Whether a full path is that of a file or folder for every program. On Windows, others are those of devices (`NUL`, also as `NUL.yaml`),
 * other streams of a file (`file:stream`), names that end with a dot or a blank, which the system leaves out, paths that depend on the working
 * folder, and those that begin with `\\?\` or `\\.\`, for which other rules hold
 * (https://learn.microsoft.com/windows/win32/fileio/naming-a-file).
 */
export function isOrdinary(file: string, platform: NodeJS.Platform = process.platform): boolean {
  if (file.includes("\0")) return false;
  if (platform !== "win32") return file.startsWith("/");
  const rest = /^(?:[a-z]:[\\/]|[\\/]{2}[^\\/?.][^\\/]*[\\/])(.*)$/is.exec(file)?.[1];
  return (
    rest
      ?.split(/[\\/]/)
      .every((part) => /^\.{0,2}$/.test(part) || !(DEVICE.test(part) || /:|[. ]$/.test(part))) === true
  );
}

const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d\u00b9\u00b2\u00b3]) *(?:[.:]|$)/i;

/** The path without links; `undefined` if nothing is there. */
export function realOf(file: string): string | undefined {
  try {
    return realpathSync.native(file);
  } catch {
    return undefined;
  }
}

/** The real path of a file; of one that does not exist, that of the nearest folder above it that does, with the rest of the path. */
export function realOrNext(file: string, disk: Disk = THIS_DISK): string | undefined {
  const { basename, dirname, join } = pathsOf(disk.platform);
  for (let at = file, rest = ""; ; rest = join(basename(at), rest), at = dirname(at)) {
    const real = disk.realOf(at);
    if (real !== undefined) return join(real, rest);
    // A link that leads nowhere today may lead anywhere tomorrow.
    if (disk.isLink(at) || at === dirname(at)) return undefined;
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

function pathsOf(platform: NodeJS.Platform): path.PlatformPath {
  return platform === "win32" ? path.win32 : path.posix;
}
