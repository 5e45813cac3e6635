import { existsSync } from "node:fs";
import path from "node:path";
import * as l10n from "@vscode/l10n";
import { URI } from "vscode-uri";
import { DEFAULT_SETTINGS } from "../../core/settings.ts";
import { foldersUp, ownerOf } from "../../disk/paths.ts";
import { Bounds } from "../files/disk-reach.ts";
import { readRegularFile } from "../files/disk-values-files.ts";
import type { MayRead } from "../files/reach.ts";
import { sameSpelling } from "../files/release-paths.ts";
import { MOST_PROJECT_BYTES, type Project, readProjectSettings } from "./project.ts";
import { PROJECT_FILE, UnreadableProject } from "./project-reader.ts";
import type { ProjectPlaces } from "./projects.ts";

/**
 * The project that a folder is in: the nearest folder, from there up, that has the file with settings, but not above a
 * repository's root and not above `top`; else the root of the repository, or `top`; else the folder itself. Throws a sentence if the
 * file cannot be read, or may not: by default, if its real path is not in its folder or the repository around that.
 */
export function findProject(folder: string, top?: string, mayRead?: MayRead): Project {
  const { folders, isBounded } = foldersUp(folder, top);
  for (const at of folders) {
    const file = path.join(at, PROJECT_FILE);
    if (!existsSync(file)) continue;
    return readProject(file, mayRead ?? boundsOf(file));
  }
  return without((isBounded && folders.at(-1)) || folder);
}

/** The targets of links of a project are in its folder and the repository around that, and nowhere else. */
function boundsOf(file: string): MayRead {
  return new Bounds([path.dirname(file)]).mayRead;
}

/** The project whose settings are in a file; what is not YAML is a problem of these. Throws a sentence if it cannot be read, or may not. */
export function readProject(file: string, mayRead: MayRead): Project {
  const text = projectText(file, mayRead);
  const root = path.dirname(file);
  try {
    const { settings, problems } = readProjectSettings(text);
    return { root, file, settings, problems };
  } catch (error) {
    if (!(error instanceof UnreadableProject)) throw error;
    const { message, line } = error;
    return { root, file, settings: DEFAULT_SETTINGS, problems: [{ path: [], message, line }] };
  }
}

function without(root: string): Project {
  return { root, settings: DEFAULT_SETTINGS, problems: [] };
}

/** The text of such a file on the disk. Throws a sentence if it cannot be read, or may not. */
function projectText(file: string, mayRead: MayRead): string {
  if (!mayRead(file)) {
    throw new Error(
      l10n.t("The settings in {0} are not read: a link points outside the folders that may be read.", file),
    );
  }
  const read = readRegularFile(file, MOST_PROJECT_BYTES, mayRead);
  if ("bytes" in read) return read.bytes.toString("utf8");
  throw new Error(l10n.t("The settings in {0} cannot be used: the file {1}.", file, read.problem));
}

/**
 * Files of projects on the disk. Above an open folder, only the repository around it counts, and only what belongs to the owner of the
 * folder: any user can put a file into a folder such as `/tmp`.
 */
export const diskProjectPlaces: ProjectPlaces = {
  addressesFor(folder, looksAbove, say) {
    const { scheme, fsPath } = URI.parse(folder);
    if (scheme !== "file") return [];
    const { folders, isBounded } = looksAbove ? foldersUp(fsPath) : { folders: [fsPath], isBounded: true };
    const [own, ...above] = isBounded ? folders : [fsPath];
    const files = [own ?? fsPath, ...above.filter((one) => isOfSameOwner(one, fsPath, say))];
    return files.map((one) => sameSpelling(URI.file(path.join(one, PROJECT_FILE)).toString()));
  },
  text(address) {
    const file = URI.parse(address).fsPath;
    if (!existsSync(file)) return undefined;
    return projectText(file, boundsOf(file));
  },
  fromRoot(root, named) {
    const at = path.resolve(URI.parse(root).fsPath, named);
    return !/^[a-z][a-z\d+.-]+:\/\//i.test(named) && !named.includes("\0") && existsSync(at) ? at : named;
  },
};

/** True if a project's file in a folder is missing or belongs to the owner of the other folder or to the system; reports another owner. */
function isOfSameOwner(folder: string, other: string, say: (message: string) => void): boolean {
  const file = path.join(folder, PROJECT_FILE);
  const owner = ownerOf(file);
  if (owner === undefined || owner === 0 || owner === ownerOf(other)) return true;
  say(l10n.t("The settings in {0} are not used: the file belongs to a user other than {1}.", file, other));
  return false;
}
