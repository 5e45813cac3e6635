import { URI } from "vscode-uri";
import { isIn, isOrdinary, leadsInto, realOf, repositoryAround } from "../../disk/paths.ts";
import type { FileAccess, MayRead, Reach } from "./reach.ts";

/** The reach of settings on the disk. With `looksAbove`, the repository around a folder counts, otherwise only the folder. */
export function diskReach(looksAbove: () => boolean): Reach {
  const known = new Map<string, string>();
  return {
    around(folder) {
      if (!looksAbove()) return folder;
      const found = known.get(folder) ?? addressAround(folder);
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
 * Files that the command line may use: those in folders and the repositories around them are read and written, with links followed, and a file that a
 * person named is read anywhere.
 */
export class Bounds implements FileAccess {
  readonly #addresses: string[] = [];
  /** Their paths without links, from when they were first there: one that becomes a link later is outside. */
  readonly #real = new Map<string, readonly string[]>();
  readonly #named = new Set<string>();

  constructor(folders: readonly string[]) {
    for (const folder of folders) this.add(folder);
  }

  /** Adds a folder that a person has named. One that is inside by its path may still be a link with a target outside, so nothing is added. */
  add(folder: string): void {
    if (!this.contain(folder)) this.#addresses.push(TRUSTED_REACH.around(URI.file(folder).toString()));
  }

  /** Tells if a path is inside. Links are not followed. */
  contain(file: string): boolean {
    return this.#addresses.some((bound) => isIn(file, URI.parse(bound).fsPath));
  }

  /** Adds a file that a person has named by this path. */
  name(file: string): void {
    this.#named.add(file);
  }

  readonly mayRead: MayRead = (file) => this.#named.has(file) || this.mayWrite(file);

  /** Tells if the real path of a file is inside. A file that does not exist yet is where its folder is. */
  readonly mayWrite: MayRead = (file) => leadsInto(file, this.#addresses.flatMap(this.#realFolder));

  readonly #realFolder = (address: string): readonly string[] => {
    const real = this.#real.get(address) ?? realFolder(address);
    if (real.length > 0) this.#real.set(address, real);
    return real;
  };
}

/** The path of a folder without links; none if it is not on the disk. */
function realFolder(address: string): string[] {
  const { scheme, fsPath } = URI.parse(address);
  const real = scheme === "file" ? realOf(fsPath) : undefined;
  return real === undefined ? [] : [real];
}

function addressAround(folder: string): string {
  const { scheme, fsPath } = URI.parse(folder);
  const around = scheme === "file" ? repositoryAround(fsPath) : fsPath;
  return around === fsPath ? folder : URI.file(around).toString();
}
