import { lstatSync, statSync } from "node:fs";
import path from "node:path";
import { readGlob } from "../../core/ownership/glob.ts";
import { entriesOf, findOnDisk, onDisk } from "../../disk/undecoded-names.ts";
import { Bounds } from "./disk-reach.ts";
import { readRegularFile } from "./disk-values-files.ts";
import { IgnoredFiles } from "./ignored-files.ts";
import type { FileAccess } from "./reach.ts";
import { outside } from "./release-paths.ts";
import { pathFrom } from "./repository.ts";
import { codeOf } from "./system-error.ts";
import { textForm } from "./text-files.ts";

/** The files that the arguments of a command name. */
export interface Targets {
  /** Absolute paths in a fixed order, each once. */
  readonly files: readonly string[];
  /** Those that were named one by one. */
  readonly named: ReadonlySet<string>;
  /**
   * By real paths: the folders that count, the repositories around them, and what was named elsewhere. Nothing else is written, and nothing
   * else is read unless it was named one by one.
   */
  readonly access: FileAccess;
  /** A sentence for each argument that names nothing: the command was not used as it is meant to be. */
  readonly missing: readonly string[];
  /** Files and folders that exist and cannot be read. */
  readonly unreadable: readonly Unreadable[];
}

/** A file or folder that cannot be read. */
export interface Unreadable {
  /** Its absolute path. */
  readonly file: string;
  /** The end of a sentence that begins with its name. */
  readonly problem: string;
}

/** Options of the search for files. */
export interface TargetOptions {
  /** True if files that Git's ignore files name are left out. */
  readonly ignore?: boolean;
  /** True if other files than YAML in folders count as well, if they name Helm and a chart of the operator. */
  readonly withTexts?: boolean;
}

/** Folders that are never entered, unless they are named: their files are not the work of this repository. */
const LEFT_OUT: ReadonlySet<string> = new Set([".git", ".hg", ".svn", "node_modules"]);
/** The codes of the system for a path of nothing. */
const IS_GONE: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR"]);
const YAML = /\.ya?ml$|(?:^|[\\/])Kustomization$/i;
/** Texts that are in each such file, by its bytes; all names of the operator's charts begin with the second. */
const SIGNS = ["helm", "cap-operator"];
/** No script is larger. */
const MOST_BYTES = 1024 * 1024;

/**
 * The files that arguments name: a file is itself, a folder stands for all YAML files in it, and a glob, as the settings have them, for all that
 * match. Files that Git's ignore files name are left out unless they are arguments or `ignore` is false. Links to files are followed if their
 * targets are in the folders that count, which are the working folder and the project's; links to folders are not, so that nothing goes in circles.
 */
export function findTargets(
  args: readonly string[],
  [cwd, ...others]: readonly [string, ...string[]],
  { ignore = true, withTexts = false }: TargetOptions = {},
): Targets {
  const search = new Search(cwd, new Bounds([cwd, ...others]), ignore, withTexts);
  for (const arg of args) search.add(arg);
  return search.targets();
}

class Search {
  readonly #cwd: string;
  readonly #bounds: Bounds;
  readonly #files = new Set<string>();
  readonly #named = new Set<string>();
  readonly #missing: string[] = [];
  readonly #unreadable: Unreadable[] = [];
  readonly #ignores: boolean;
  readonly #withTexts: boolean;

  constructor(cwd: string, bounds: Bounds, ignores: boolean, withTexts: boolean) {
    this.#cwd = cwd;
    this.#bounds = bounds;
    this.#ignores = ignores;
    this.#withTexts = withTexts;
  }

  add(arg: string): void {
    // A variable that is not set: the whole folder is not meant.
    if (arg === "") return void this.#missing.push("A path is empty. Name a file or folder.");
    const full = path.resolve(this.#cwd, arg);
    const found = this.#statusOf(full);
    if (found === "unreadable") return;
    if (found === "missing") this.#addGlob(arg);
    else if (found.isDirectory()) this.#enter(full, (file) => YAML.test(file) || this.#isInstalling(file));
    else {
      this.#bounds.add(path.dirname(full));
      this.#bounds.name(full);
      this.#files.add(full);
      this.#named.add(full);
    }
  }

  targets(): Targets {
    // By code units: the same order on every machine.
    const files = [...this.#files].sort();
    const access = this.#bounds;
    return { files, named: this.#named, access, missing: this.#missing, unreadable: this.#unreadable };
  }

  #addGlob(arg: string): void {
    if (!/[*?[{]/.test(arg)) {
      this.#missing.push(`File or folder not found: ${arg}.`);
      return;
    }
    const glob = path.resolve(this.#cwd, arg).split(path.sep).join("/");
    const base = glob.slice(0, glob.lastIndexOf("/", glob.search(/[*?[{]/)) + 1);
    const matches = readGlob(glob);
    const before = this.#files.size + this.#unreadable.length;
    const isThere = this.#statusOf(base) !== "missing";
    if (isThere) this.#enter(base, (file) => matches(file.split(path.sep).join("/")));
    const after = this.#files.size + this.#unreadable.length;
    if (after === before) this.#missing.push(`No file matches ${arg}.`);
  }

  #enter(top: string, wants: (file: string) => boolean): void {
    this.#bounds.add(path.resolve(top));
    if (this.#leadsOut(top)) return;
    const report = (file: string, problem: string) => this.#unreadable.push({ file, problem });
    const waiting = [{ folder: top, ignored: this.#ignores ? IgnoredFiles.in(top, report) : undefined }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { folder, ignored } = next;
      for (const entry of this.#entries(folder)) {
        const file = path.join(folder, entry.name);
        if (entry.isDirectory()) {
          if (LEFT_OUT.has(entry.name) || ignored?.has(entry.name, true)) continue;
          waiting.push({ folder: file, ignored: ignored?.within(entry.name) });
        } else if (wants(file) && !ignored?.has(entry.name, false)) {
          if (entry.isFile() || (entry.isSymbolicLink() && this.#leadsToFile(file))) this.#files.add(file);
        }
      }
    }
  }

  /** True if a file that is not YAML may install the operator's chart. */
  #isInstalling(file: string): boolean {
    if (!this.#withTexts || textForm(file) === undefined) return false;
    const read = readRegularFile(file, MOST_BYTES, (path) => this.#bounds.mayWrite(path));
    return "bytes" in read && SIGNS.every((sign) => read.bytes.includes(sign));
  }

  #entries(folder: string) {
    try {
      return entriesOf(folder, (name) => {
        const problem = "is not checked: its name is not UTF-8, and another name is shown in the same way";
        this.#unreadable.push({ file: path.join(folder, name), problem });
      });
    } catch (error) {
      this.#unreadable.push({ file: folder, problem: `cannot be read (${codeOf(error)})` });
      return [];
    }
  }

  #leadsToFile(file: string): boolean {
    try {
      return statSync(onDisk(file)).isFile() && !this.#leadsOut(file);
    } catch (error) {
      // A link without a target is not a file: editors lock files with such links.
      const code = codeOf(error);
      if (!IS_GONE.has(code) && YAML.test(file))
        this.#unreadable.push({ file, problem: `cannot be read (${code})` });
      return false;
    }
  }

  #leadsOut(file: string): boolean {
    if (this.#bounds.mayWrite(file)) return false;
    this.#unreadable.push({ file, problem: outside() });
    return true;
  }

  #statusOf(file: string) {
    try {
      return statSync(findOnDisk(file));
    } catch (error) {
      const code = codeOf(error);
      const isGone = IS_GONE.has(code);
      if (isGone && !isLink(file)) return "missing";
      const problem = isGone ? "is a link to a file that does not exist" : `cannot be read (${code})`;
      this.#unreadable.push({ file, problem });
      return "unreadable";
    }
  }
}

/** A path as a person who works in a folder would write it, with forward slashes. */
export function shownPath(file: string, cwd: string): string {
  const shown = pathFrom(cwd, file).split(path.sep).join("/");
  // Pipelines take lines of a log that begin so for commands.
  return /^[:#]/.test(shown) ? `./${shown}` : shown;
}

function isLink(file: string): boolean {
  try {
    return lstatSync(onDisk(file)).isSymbolicLink();
  } catch {
    return false;
  }
}
