import { accessSync, constants, statSync } from "node:fs";
import path from "node:path";

declare const found: unique symbol;

/**
 * The absolute path of a program, which is the same wherever it is started. Only the functions of this file make one: of a name, which is
 * looked for in absolute folders of the PATH, or of a path that a person has set for this machine.
 */
export type ProgramFile = string & { readonly [found]: true };

/** The variable by which the system finds programs, with the system. */
export interface SearchPath {
  readonly platform: NodeJS.Platform;
  /** The variable PATH. */
  readonly searched: string | undefined;
}

/** The PATH in an environment, which may be a copy: on Windows, that of the process has names in any case. */
export function searchPathOf(environment: NodeJS.ProcessEnv, platform = process.platform): SearchPath {
  return { platform, searched: environment.PATH ?? (platform === "win32" ? environment.Path : undefined) };
}

/**
 * True if a path is the same in each working folder. On Windows it has a drive with a root, or a share: `C:helm` is in the working folder of that
 * drive, and `\helm` on the drive of the working folder.
 */
export function isFullPath(file: string, platform: NodeJS.Platform = process.platform): boolean {
  return platform === "win32" ? /^(?:[a-z]:[\\/]|[\\/]{2}[^\\/])/i.test(file) : file.startsWith("/");
}

/**
 * The folders of the PATH that are the same wherever a program runs: a relative or empty entry is in the working folder, where others may
 * have put a program of this name.
 */
export function searchedFolders({ platform, searched = "" }: SearchPath): readonly string[] {
  const isWindows = platform === "win32";
  return searched
    .split(isWindows ? ";" : ":")
    .map((folder) => (isWindows ? folder.replace(/^"|"$/g, "") : folder))
    .filter((folder) => isFullPath(folder, platform));
}

/** True for the name of a program without a folder. On Windows, a colon names a drive or a stream of a file. */
export function isProgramName(text: string, platform: NodeJS.Platform = process.platform): boolean {
  return !/^\.{0,2}$/.test(text) && !(platform === "win32" ? /[\\/:]/ : /\//).test(text);
}

/** The first program of this name in these folders; on Windows, a file that runs without a shell. */
export function onSearchPath(
  name: string,
  machine: SearchPath,
  isProgram: (file: string) => boolean = isRunnable,
): ProgramFile | undefined {
  const isWindows = machine.platform === "win32";
  if (!isProgramName(name, machine.platform)) return undefined;
  const { join } = isWindows ? path.win32 : path.posix;
  const endings = isWindows && !/\.(exe|com)$/i.test(name) ? [".com", ".exe"] : [""];
  return searchedFolders(machine)
    .flatMap((folder) => endings.map((ending) => join(folder, name + ending)))
    .find(isProgram) as ProgramFile | undefined;
}

/**
 * The file at a path that a person has set for this machine; nothing is asked about it. One that depends on the working folder is relative to
 * `home`; `undefined` if it depends on the working folder all the same, as `D:helm` does where the home folder is on another drive.
 */
export function atSetPath(
  file: string,
  home: string,
  platform: NodeJS.Platform = process.platform,
): ProgramFile | undefined {
  if (isFullPath(file, platform)) return file as ProgramFile;
  if (platform === "win32" && /^[a-z]:/i.test(file)) return undefined;
  const { resolve } = platform === "win32" ? path.win32 : path.posix;
  return resolve(home, file) as ProgramFile;
}

/** The program that ends others on Windows, by its full path: a PATH may have another one of this name. */
export function taskkill(root: string | undefined = process.env.SystemRoot): ProgramFile {
  const system = root !== undefined && isFullPath(root, "win32") ? root : "C:\\Windows";
  return path.win32.join(system, "System32", "taskkill.exe") as ProgramFile;
}

/** True if a path is that of a file that may be run. */
export function isRunnable(file: string): file is ProgramFile {
  try {
    accessSync(file, constants.X_OK);
    return isFullPath(file) && statSync(file).isFile();
  } catch {
    return false;
  }
}
