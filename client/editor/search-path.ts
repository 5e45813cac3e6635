import { accessSync, constants, statSync } from "node:fs";
import path from "node:path";

/** Where programs are looked for by their names. */
interface SearchPath {
  readonly platform: NodeJS.Platform;
  /** The variable PATH. */
  readonly searched: string | undefined;
}

/**
 * The folders of the PATH that are the same wherever a program runs: a relative or empty entry, or on Windows one without a drive or a
 * share, is in the working folder, where others may have put a program of this name.
 */
export function searchedFolders({ platform, searched = "" }: SearchPath): readonly string[] {
  const isWindows = platform === "win32";
  const folders = searched.split(isWindows ? ";" : ":");
  if (!isWindows) return folders.filter((folder) => folder.startsWith("/"));
  return folders
    .map((folder) => folder.replace(/^"|"$/g, ""))
    .filter((folder) => /^(?:[a-z]:[\\/]|[\\/]{2}[^\\/])/i.test(folder));
}

/** The first program of this name in these folders; on Windows, a file that runs without a shell. */
export function onSearchPath(
  name: string,
  machine: SearchPath,
  isProgram: (file: string) => boolean = isRunnable,
): string | undefined {
  const isWindows = machine.platform === "win32";
  const { join } = isWindows ? path.win32 : path.posix;
  const endings = isWindows && !/\.(exe|com)$/i.test(name) ? [".com", ".exe"] : [""];
  return searchedFolders(machine)
    .flatMap((folder) => endings.map((ending) => join(folder, name + ending)))
    .find(isProgram);
}

function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
