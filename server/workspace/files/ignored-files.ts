import { existsSync, lstatSync, readFileSync } from "node:fs";
import path from "node:path";
import ignore, { type Ignore } from "ignore";
import { onDisk } from "../../disk/undecoded-names.ts";
import { repositoryOf } from "./repository.ts";
import { codeOf } from "./system-error.ts";

/** The patterns of one folder, and the path from there to the folder that is looked at: empty, or with a slash at its end. */
interface Layer {
  readonly patterns: Ignore;
  readonly way: string;
}

/** Takes the path of an ignore file that cannot be read, and the end of a sentence that begins with its name. */
type Report = (file: string, problem: string) => void;

const OPTIONS = { ignoreCase: process.platform === "win32" || process.platform === "darwin" };
const MOST_BYTES = 1_000_000;
/** The library tries all ways to share folders out among the `**` of a pattern: their product stays small with these. */
const MOST_FOLDERS = 64;
const MOST_STARS = 4;

/**
 * The files that Git's ignore files leave out of a folder (https://git-scm.com/docs/gitignore): `.gitignore` in it and in the folders above it up to
 * the root of the repository, and `.git/info/exclude` there. Files of a person's own configuration are not read, so that everybody gets the same, and
 * no index: what is committed and matches is left out as well.
 */
export class IgnoredFiles {
  readonly #folder: string;
  /** Those of the deepest folder first, because they win. */
  readonly #layers: readonly Layer[];
  readonly #report: Report;

  private constructor(folder: string, layers: readonly Layer[], report: Report) {
    this.#folder = folder;
    this.#layers = layers;
    this.#report = report;
  }

  /**
   * The ignored files of a folder that a person named; `undefined` if the folder itself is ignored, so that nothing in it is. `report` takes ignore
   * files that cannot be read.
   */
  static in(folder: string, report: Report): IgnoredFiles | undefined {
    const root = repositoryOf(folder);
    let files: IgnoredFiles | undefined = IgnoredFiles.#atRoot(root, report);
    for (const name of path.relative(root, folder).split(path.sep).filter(Boolean)) {
      if (files?.has(name, true)) return undefined;
      files = files?.within(name);
    }
    return files;
  }

  /** Outside of a repository, nothing is left out. */
  static #atRoot(root: string, report: Report): IgnoredFiles {
    const git = path.join(root, ".git");
    const files = [path.join(git, "info", "exclude"), path.join(root, ".gitignore")];
    const layers = existsSync(git)
      ? [{ patterns: patternsOf(files, report) ?? ignore(OPTIONS), way: "" }]
      : [];
    return new IgnoredFiles(root, layers, report);
  }

  /** Tells if a file or folder in this folder, which is not ignored itself, is ignored. */
  has(name: string, isFolder: boolean): boolean {
    for (const { patterns, way } of this.#layers) {
      const { ignored, unignored } = patterns.test(`${way}${name}${isFolder ? "/" : ""}`);
      if (ignored || unignored) return ignored;
    }
    return false;
  }

  /** The ignored files of a folder in this one that is not ignored itself; `undefined`, so that nothing is, with very many folders around it. */
  within(name: string): IgnoredFiles | undefined {
    const folder = path.join(this.#folder, name);
    if (existsSync(path.join(folder, ".git"))) return IgnoredFiles.#atRoot(folder, this.#report);
    const layers = this.#layers.map((layer) => entered(layer, name));
    if ((layers.at(-1)?.way.split("/").length ?? 0) > MOST_FOLDERS) return undefined;
    const patterns = layers.length > 0 && patternsOf([path.join(folder, ".gitignore")], this.#report);
    return new IgnoredFiles(folder, patterns ? [{ patterns, way: "" }, ...layers] : layers, this.#report);
  }
}

/** Patterns in a folder below. If they leave that folder out, a deeper file has overruled them, and what is in it is judged by itself. */
function entered({ patterns, way }: Layer, name: string): Layer {
  const folder = `${way}${name}/`;
  if (!patterns.test(folder).ignored) return { patterns, way: folder };
  const pattern = `!/${folder.replace(/[\\*?[]/g, "\\$&")}`;
  return { patterns: ignore(OPTIONS).add(patterns).add({ pattern }), way: folder };
}

/** The patterns in files of one folder, of which later ones win; `undefined` if there are none. */
function patternsOf(files: readonly string[], report: Report): Ignore | undefined {
  const texts = files.map((file) => readIgnoreFile(file, report)).filter((text) => text !== "");
  if (texts.length === 0) return undefined;
  const patterns = ignore(OPTIONS);
  for (const text of texts) patterns.add(text);
  return patterns;
}

/** As in Git, a link is not followed. */
function readIgnoreFile(file: string, report: Report): string {
  try {
    const status = lstatSync(onDisk(file));
    if (!status.isFile()) return "";
    if (status.size <= MOST_BYTES) return bounded(readFileSync(onDisk(file), "utf8"));
    report(file, "is larger than 1 MB, and is not read");
  } catch (error) {
    const code = codeOf(error);
    if (code !== "ENOENT" && code !== "ENOTDIR") report(file, `cannot be read (${code})`);
  }
  return "";
}

function bounded(text: string): string {
  const lines = text.split("\n");
  return lines.filter((line) => line.split("**").length <= MOST_STARS + 1).join("\n");
}
