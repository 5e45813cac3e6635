import { existsSync, statSync } from "node:fs";
import path from "node:path";
import * as l10n from "@vscode/l10n";
import { URI } from "vscode-uri";
import { foldersUp, projectText } from "./find-project.ts";
import { PROJECT_FILE } from "./project.ts";
import type { ProjectPlaces } from "./project-places.ts";
import { sameSpelling } from "./release-paths.ts";

/**
 * Files of projects on the disk. Above an open folder, only the repository around it counts, and only what belongs to whoever the
 * folder belongs to: anybody can put a file into a folder such as `/tmp`.
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
