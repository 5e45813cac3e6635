import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import * as l10n from "@vscode/l10n";
import { URI } from "vscode-uri";
import { DEFAULT_SETTINGS } from "../core/settings.ts";
import { MOST_PROJECT_BYTES, PROJECT_FILE, type Project, readProjectSettings } from "./project.ts";
import type { ProjectPlaces } from "./projects.ts";
import { anything, type MayRead } from "./reach.ts";
import { sameSpelling } from "./release-paths.ts";

/**
 * The project that a folder is in: the nearest folder, from there up, that has the file with settings, but not above a
 * repository's root and not above `top`; else the root of the repository, or `top`; else the folder itself. Throws a sentence if the
 * file cannot or may not be read.
 */
export function findProject(folder: string, top?: string, mayRead: MayRead = anything): Project {
  const { folders, isBounded } = foldersUp(folder, top);
  for (const at of folders) {
    const file = path.join(at, PROJECT_FILE);
    if (!existsSync(file)) continue;
    if (!mayRead(file))
      throw new Error(
        l10n.t("The settings in {0} are not read: a link points outside the folders that may be read.", file),
      );
    return readProject(file);
  }
  return without((isBounded && folders.at(-1)) || folder);
}

/**
 * The folders that may have the file, the nearest first: from one up to the root of its repository, or to `top`. They are bounded if
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

/** The project whose settings are in a file. Throws a sentence if it cannot be read. */
export function readProject(file: string): Project {
  const { settings, problems } = readProjectSettings(projectText(file));
  return { root: path.dirname(file), file, settings, problems };
}

function without(root: string): Project {
  return { root, settings: DEFAULT_SETTINGS, problems: [] };
}

/** The text of such a file on the disk. Throws a sentence if it cannot be read. */
function projectText(file: string): string {
  try {
    // A pipe in the place of the file must not block the read.
    const about = statSync(file);
    if (!about.isFile()) throw new Error(l10n.t("it is not a file"));
    if (about.size > MOST_PROJECT_BYTES) throw new Error(l10n.t("it is too large"));
    return readFileSync(file, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : messageOf(error);
    throw new Error(l10n.t("The settings in {0} cannot be read ({1}).", file, code));
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
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
    return existsSync(file) ? projectText(file) : undefined;
  },
  fromRoot(root, named) {
    const at = path.resolve(URI.parse(root).fsPath, named);
    return !/^[a-z][a-z\d+.-]+:\/\//i.test(named) && !named.includes("\0") && existsSync(at) ? at : named;
  },
};

/** Whether a project's file in a folder, if there is one, belongs to the owner of another folder, or to the system. */
function isOfSameOwner(folder: string, other: string, say: (message: string) => void): boolean {
  const file = path.join(folder, PROJECT_FILE);
  const about = statSync(file, { throwIfNoEntry: false });
  if (about === undefined) return true;
  const owner = statSync(other, { throwIfNoEntry: false })?.uid;
  if (about.uid === owner || about.uid === 0) return true;
  say(l10n.t("The settings in {0} are not used: the file belongs to a user other than {1}.", file, other));
  return false;
}
