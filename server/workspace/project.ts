import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";
import { DEFAULT_SETTINGS, type Settings } from "../core/settings.ts";
import { anything, type MayRead } from "./may-read.ts";
import { isTable } from "./setting-types.ts";
import { readSettings } from "./settings.ts";

/** The file with the settings of a project, at its root. */
export const PROJECT_FILE = ".cap-operator.yaml";

/** A folder that is checked as a whole, with its settings. */
export interface Project {
  /** What an editor would have open. */
  readonly root: string;
  /** The path of the file with the settings, if there is one. */
  readonly file?: string;
  readonly settings: Settings;
  /** A sentence for each setting that could not be used. */
  readonly problems: readonly string[];
}

const MOST_CHARACTERS = 1024 * 1024;
/** Aliases let a short text stand for more than any machine can hold. */
const MOST_VALUES = 200_000;
/** The settings that a project decides; how an editor looks is each person's own. */
export const PROJECT_SETTINGS: readonly string[] = [
  "chart",
  "chartVersion",
  "diagnostics",
  "excludeFiles",
  "files",
  "format",
  "helmVersion",
  "managerReleaseUrl",
  "maxFileSize",
  "releases",
];

/**
 * The project that a folder is in: the nearest folder, from there up, that has the file with settings, but not above a
 * repository's root and not above `top`; else the root of the repository, or `top`; else the folder itself. Throws a sentence if the
 * file cannot or may not be read.
 */
export function findProject(folder: string, top?: string, mayRead: MayRead = anything): Project {
  for (let at = folder; ; at = path.dirname(at)) {
    const file = path.join(at, PROJECT_FILE);
    if (existsSync(file)) {
      if (!mayRead(file)) throw new Error(`The settings in ${file} may not be read: a link leads elsewhere.`);
      return readProject(file);
    }
    if (at === top || existsSync(path.join(at, ".git"))) return without(at);
    if (at === path.dirname(at)) return without(folder);
  }
}

/** The project whose settings are in a file. Throws a sentence if it cannot be read. */
export function readProject(file: string): Project {
  return { root: path.dirname(file), file, ...readProjectSettings(textOf(file)) };
}

/** Reads the text of such a file. Throws a sentence if it is not YAML. */
export function readProjectSettings(text: string): Pick<Project, "settings" | "problems"> {
  const raw = parsed(text);
  if (raw !== undefined && raw !== null && !isTable(raw)) {
    throw new Error(`${PROJECT_FILE} must contain settings by their names.`);
  }
  const own: Record<string, unknown> = Object.create(null);
  const problems: string[] = [];
  for (const [key, value] of Object.entries(raw ?? {})) {
    if (PROJECT_SETTINGS.includes(key)) own[key] = value;
    else
      problems.push(
        `${JSON.stringify(key)} is no setting of a project; there are ${PROJECT_SETTINGS.join(", ")}.`,
      );
  }
  const read = readSettings(own);
  return { settings: read.settings, problems: [...problems, ...read.problems] };
}

function without(root: string): Project {
  return { root, settings: DEFAULT_SETTINGS, problems: [] };
}

function textOf(file: string): string {
  try {
    // A pipe that somebody puts in the place of the file must not keep anybody waiting.
    if (statSync(file).isFile() === false) throw new Error("it is not a file");
    return readFileSync(file, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : messageOf(error);
    throw new Error(`The settings in ${file} cannot be read (${code}).`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function parsed(text: string): unknown {
  if (text.length > MOST_CHARACTERS) throw new Error(`${PROJECT_FILE} is too large for settings.`);
  let value: unknown;
  try {
    value = text.trim() === "" ? {} : load(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
    throw new Error(`${PROJECT_FILE} is not YAML: ${reason}.`);
  }
  if (countOf(value, MOST_VALUES) > MOST_VALUES)
    throw new Error(`${PROJECT_FILE} is too large for settings.`);
  return value;
}

/** How many values are in a value, counted until there are more than `most`. */
function countOf(value: unknown, most: number): number {
  const waiting = [value];
  let count = 0;
  while (waiting.length > 0 && count <= most) {
    const one = waiting.pop();
    count += 1;
    if (typeof one === "object" && one !== null) waiting.push(...Object.values(one).slice(0, most + 1));
  }
  return count;
}
