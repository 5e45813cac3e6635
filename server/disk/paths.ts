import { existsSync, lstatSync, statSync } from "node:fs";
import path from "node:path";
import { onDisk, realPathOf } from "./undecoded-names.ts";

/**
 * The root of the repository around a folder, if it has the same owner; otherwise the folder. Anybody can make a repository of a folder such as
 * `/tmp`.
 */
export function repositoryAround(folder: string): string {
  const { folders, isBounded } = foldersUp(folder);
  const top = folders.at(-1);
  return isBounded && top !== undefined && ownerOf(top) === ownerOf(folder) ? top : folder;
}

/** The user to whom a file or folder belongs; `undefined` if nothing is there, or if it cannot be asked: a link may be its own target. */
export function ownerOf(file: string): number | undefined {
  try {
    return statSync(onDisk(file)).uid;
  } catch {
    return undefined;
  }
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
  for (let current = folder; ; current = path.dirname(current)) {
    folders.push(current);
    if (current === top || (current.length < LONGEST_PATH && existsSync(path.join(current, ".git"))))
      return { folders, isBounded: true };
    if (current === path.dirname(current)) return { folders, isBounded: false };
  }
}

/** No path is longer, in characters: https://learn.microsoft.com/windows/win32/fileio/maximum-file-path-limitation, and PATH_MAX of Linux, which is less on macOS. */
const LONGEST_PATH = process.platform === "win32" ? 32_767 : 4096;

/** A disk, and the system whose rules for paths count. */
export interface Disk {
  readonly platform: NodeJS.Platform;
  /** The path without links; `undefined` if nothing is there. */
  readonly realOf: (file: string) => string | undefined;
  readonly isLink: (file: string) => boolean;
}

const THIS_DISK: Disk = { platform: process.platform, realOf, isLink };

/** True if a path is that of a folder or of something in it. Windows does not tell capital letters from small ones. */
export function isIn(file: string, folder: string, platform: NodeJS.Platform = process.platform): boolean {
  const { relative, isAbsolute, parse, resolve, sep } = pathsOf(platform);
  const rootOf = (file: string) => parse(resolve(file)).root.toLowerCase();
  // Between a path on a drive and one on a share, `relative` of Windows drops the beginning of both.
  if (rootOf(file) !== rootOf(folder)) return false;
  const inside = relative(folder, file);
  return inside === "" || !(inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside));
}

/**
 * True if the real path of a file is in one of some folders, which are without links. A file that does not exist yet is where its folder is. A path
 * that names no file (`isOrdinary`) is in none.
 */
export function leadsInto(file: string, folders: readonly string[], disk: Disk = THIS_DISK): boolean {
  const real = isOrdinary(file, disk.platform) ? realOrNext(file, disk) : undefined;
  return real !== undefined && folders.some((folder) => isIn(real, folder, disk.platform));
}

/**
 * True if every program takes a full path for that of a file or folder. On Windows, others are those of devices (`NUL`, also as `NUL.yaml`), other
 * streams of a file (`file:stream`), names that end with a dot or a blank, which the system leaves out, paths that depend on the working folder, and
 * those that begin with `\\?\` or `\\.\`, for which other rules hold (https://learn.microsoft.com/windows/win32/fileio/naming-a-file).
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
    return realPathOf(file);
  } catch {
    return undefined;
  }
}

/** The real path of a file; of one that does not exist, that of the nearest folder above it that does, with the rest of the path. */
export function realOrNext(file: string, disk: Disk = THIS_DISK): string | undefined {
  const { basename, dirname, join } = pathsOf(disk.platform);
  for (let current = file, rest = ""; ; rest = join(basename(current), rest), current = dirname(current)) {
    const real = disk.realOf(current);
    if (real !== undefined) return join(real, rest);
    // A link whose target does not exist today may have any target tomorrow.
    if (disk.isLink(current) || current === dirname(current)) return undefined;
  }
}

/** True if a path is a link itself. A path that cannot even be looked at is treated as a link, whose target may be outside. */
export function isLink(file: string): boolean {
  try {
    return lstatSync(onDisk(file), { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ENOTDIR");
  }
}

function pathsOf(platform: NodeJS.Platform): path.PlatformPath {
  return platform === "win32" ? path.win32 : path.posix;
}
