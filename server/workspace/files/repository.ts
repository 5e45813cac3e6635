import path from "node:path";
import { foldersUp } from "../../disk/paths.ts";

/** The root of the repository that a folder is in; the folder itself if it is in none. */
export function repositoryOf(folder: string): string {
  const { folders, isBounded } = foldersUp(folder);
  return (isBounded && folders.at(-1)) || folder;
}

/** A path from a folder, with forward slashes; as it is if it is elsewhere. */
export function pathFrom(folder: string, file: string): string {
  const relative = path.relative(folder, file);
  const isInside = relative !== "" && !/^\.\.(?:[\\/]|$)/.test(relative) && !path.isAbsolute(relative);
  return isInside ? relative.split(path.sep).join("/") : file;
}
