import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { isIn, leadsInto, realOf, realOrNext } from "../disk/paths.ts";
import { type FileAccess, type MayRead, nothing } from "../workspace/files/reach.ts";
import { LIMITS } from "./limits.ts";
import { quotedWord, ToolError } from "./tool-error.ts";

/** The maximum number of folders that a sentence names. */
const MOST_NAMED = 5;

/**
 * The folders in which files are read. The command line names some, and the client names some: where both did,
 * a file must be in one of each.
 */
export class Folders implements FileAccess {
  readonly #groups: readonly (readonly string[])[];

  /** Each group is a list of absolute paths; a group that is `undefined` was not named. Folders that do not exist hold nothing. */
  constructor(...groups: readonly (readonly string[] | undefined)[]) {
    this.#groups = groups.flatMap((group) =>
      group ? [group.flatMap((folder) => realOf(folder) ?? [])] : [],
    );
  }

  /** Those that are in one of each group, without links. */
  get all(): readonly string[] {
    return [...new Set(this.#groups.flat())].filter((folder) => this.mayRead(folder));
  }

  /** Names them for those who asked for something else. */
  get allowed(): string {
    const { all } = this;
    const more = all.length > MOST_NAMED ? ", and others" : "";
    const names = all.slice(0, MOST_NAMED).map(quotedWord).join(", ");
    return all.length === 0 ? "No folder is allowed." : `Allowed folders: ${names}${more}.`;
  }

  /** True if the real path of a file is in the folders. A file that does not exist yet is where its folder is. */
  readonly mayRead: MayRead = (file: string): boolean => {
    return this.#groups.length > 0 && this.#groups.every((group) => leadsInto(file, group));
  };

  /** Nothing is written for an agent. */
  readonly mayWrite: MayRead = nothing;

  /** The absolute path of a file that a call names. Throws a sentence if it may not be read. */
  find(name: string): string {
    if (/[\p{Cc}]/u.test(name) || name === "")
      throw new ToolError(`${quotedWord(name)} is not the path of a file.`);
    if (this.#groups.length === 0) {
      throw new ToolError(
        "No folder may be read: the client provides no roots, and the server was started without --root.",
      );
    }
    const given = pathOfName(name);
    const file = path.isAbsolute(given) ? path.normalize(given) : this.#relative(given, name);
    if (!this.mayRead(file)) {
      throw new ToolError(
        `${quotedWord(name)} is not in the given folders, or is a link to outside of them, so it is not read. ${this.allowed}`,
      );
    }
    return file;
  }

  /** The innermost folder above a file: nothing above it is read. */
  topOf(file: string): string {
    const inside = this.all.filter((folder) => isIn(realOrNext(file) ?? file, folder));
    return inside.reduce(
      (best, folder) => (folder.length > best.length ? folder : best),
      inside[0] ?? path.dirname(file),
    );
  }

  #relative(given: string, name: string): string {
    const tried = this.all.map((folder) => path.join(folder, given));
    const found = tried.find((file) => existsSync(file) && this.mayRead(file)) ?? tried[0];
    if (found === undefined)
      throw new ToolError(`${quotedWord(name)} is not in the given folders. ${this.allowed}`);
    return found;
  }
}

/** The paths of folders that a client names by their addresses; others than those of folders on this machine hold nothing. */
export function foldersOf(roots: readonly unknown[]): string[] {
  return roots.slice(0, LIMITS.roots).flatMap((root) => {
    const uri = typeof root === "object" && root !== null && "uri" in root ? root.uri : undefined;
    if (typeof uri !== "string" || uri.length > LIMITS.path || !/^file:/i.test(uri)) return [];
    try {
      return [fileURLToPath(uri)];
    } catch {
      return [];
    }
  });
}

function pathOfName(name: string): string {
  if (!/^[a-z][a-z\d+.-]+:/i.test(name)) return name;
  try {
    const found = fileURLToPath(name);
    if (!/[\p{Cc}]/u.test(found)) return found;
  } catch {
    // The error follows.
  }
  throw new ToolError(`${quotedWord(name)} is not the path of a file on this machine.`);
}
