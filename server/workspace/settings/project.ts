import * as l10n from "@vscode/l10n";
import { load, YAMLException } from "js-yaml";
import { closestMatches } from "../../core/rules/engine/rank.ts";
import { RULES } from "../../core/rules/table.ts";
import type { Settings } from "../../core/settings.ts";
import { SERVER_SETTINGS, SETTINGS } from "../../core/settings-table.ts";
import { boundedSentence } from "../../core/yaml/shown.ts";
import type { Path } from "../../core/yaml/tree.ts";
import { isTable, type SettingProblem } from "../files/setting-types.ts";
import { RELEASE_KEYS } from "./release-settings.ts";
import { readSettings } from "./settings.ts";

/** The file with the settings of a project, at its root. */
export const PROJECT_FILE = ".cap-operator.yaml";

/** A folder that is checked as a whole, with its settings. */
export interface Project {
  /** The folder that an editor would have open. */
  readonly root: string;
  /** The path of the file with the settings, if there is one. */
  readonly file?: string;
  readonly settings: Settings;
  /** The settings that could not be used. */
  readonly problems: readonly SettingProblem[];
}

/** The parsed text of such a file. */
export interface ReadProject extends Pick<Project, "settings" | "problems"> {
  /** The settings that are set in it, and no others. */
  readonly own: Readonly<Record<string, unknown>>;
}

/** A text that cannot be read as settings. */
export class UnreadableProject extends Error {
  /** The line with the reason, counted from zero. */
  readonly line: number;

  constructor(message: string, line = 0) {
    super(message);
    this.line = line;
  }
}

const MOST_CHARACTERS = 1024 * 1024;
/** A file with more bytes than these is not read. */
export const MOST_PROJECT_BYTES = 4 * MOST_CHARACTERS;
/** Aliases let a short text stand for more than any machine can hold. */
const MOST_VALUES = 200_000;
/** The keys of such a file: the settings that a project decides, each by the first part of its name. */
export const PROJECT_SETTINGS: readonly string[] = [
  ...new Set(SETTINGS.filter(({ inProject }) => inProject).map(({ name }) => name.replace(/\..*/, ""))),
].sort();

/** Reads the text of such a file. Throws a sentence if it is not YAML. */
export function readProjectSettings(text: string): ReadProject {
  const raw = parsed(text);
  if (raw !== undefined && raw !== null && !isTable(raw)) {
    throw new UnreadableProject(l10n.t("{0} must be a mapping of setting names to values.", PROJECT_FILE));
  }
  const own: Record<string, unknown> = Object.create(null);
  const problems: SettingProblem[] = [];
  for (const [key, value] of Object.entries(raw ?? {})) {
    if (PROJECT_SETTINGS.includes(key)) own[key] = value;
    else {
      const message = meant(l10n.t('"{0}" is not a project setting.', key), key, PROJECT_SETTINGS);
      problems.push({ path: [key], isAboutKey: true, message });
    }
  }
  const read = readSettings(own);
  const all = [...problems, ...unknownInside(own)].map(({ message, ...one }) => ({
    ...one,
    message: boundedSentence(message),
  }));
  const inFile = read.problems.map((one) => ({ ...one, message: one.inFile ?? one.message }));
  return { own, settings: read.settings, problems: [...all, ...inFile] };
}

/** A sentence about an unknown key with what may be meant, else with all that there are. */
function meant(sentence: string, key: string, known: readonly string[]): string {
  const [best] = closestMatches(key, known);
  if (best !== undefined) return `${sentence} ${l10n.t('Did you mean "{0}"?', best)}`;
  return known.length > MOST_LISTED
    ? sentence
    : `${sentence} ${l10n.t("Possible keys: {0}.", known.join(", "))}`;
}

/** Rules are too many for a list. */
const MOST_LISTED = 20;

/** Keys inside settings that mean nothing. A schema reports them, too, but not everybody has an editor that reads it. */
function unknownInside(own: Readonly<Record<string, unknown>>): SettingProblem[] {
  const { diagnostics, format, releases } = own;
  const severity = isTable(diagnostics) ? diagnostics.severity : undefined;
  const among = (
    value: unknown,
    path: Path,
    known: readonly string[],
    sentence: (key: string) => string,
  ): SettingProblem[] =>
    (isTable(value) ? Object.keys(value) : [])
      .filter((key) => !known.includes(key))
      .map((key) => ({ path: [...path, key], isAboutKey: true, message: meant(sentence(key), key, known) }));
  const codes = RULES.map(({ code }) => code);
  return [
    ...among(diagnostics, ["diagnostics"], Object.keys(SERVER_SETTINGS.diagnostics), (key) =>
      l10n.t('"{0}" is not a diagnostics setting.', key),
    ),
    ...among(severity, ["diagnostics", "severity"], codes, (key) =>
      l10n.t('"{0}" is not the code of a rule.', key),
    ),
    ...among(format, ["format"], Object.keys(SERVER_SETTINGS.format), (key) =>
      l10n.t('"{0}" is not a formatting setting.', key),
    ),
    ...(Array.isArray(releases) ? releases : []).flatMap((release: unknown, index) =>
      among(release, ["releases", index], RELEASE_KEYS, (key) =>
        l10n.t('"{0}" is not part of a release.', key),
      ),
    ),
  ];
}

function parsed(text: string): unknown {
  if (text.length > MOST_CHARACTERS)
    throw new UnreadableProject(l10n.t("{0} is too large for settings.", PROJECT_FILE));
  let value: unknown;
  try {
    const isEmpty = text.split(/[\r\n]/).every((line) => /^\s*(?:#|$)/.test(line));
    value = isEmpty ? {} : load(text);
  } catch (error) {
    const [reason = ""] = error instanceof Error ? error.message.split("\n") : [];
    throw new UnreadableProject(
      boundedSentence(l10n.t("{0} is not valid YAML: {1}.", PROJECT_FILE, reason)),
      lineOf(error),
    );
  }
  if (containsItself(value))
    throw new UnreadableProject(
      l10n.t("An alias in {0} is inside of the value that it stands for.", PROJECT_FILE),
    );
  if (countOf(value, MOST_VALUES) > MOST_VALUES)
    throw new UnreadableProject(l10n.t("{0} is too large for settings.", PROJECT_FILE));
  return value;
}

/** The line that js-yaml names. */
function lineOf(error: unknown): number {
  return error instanceof YAMLException ? (error.mark?.line ?? 0) : 0;
}

/** True if a value contains itself. Visits each value once. */
function containsItself(whole: unknown): boolean {
  const around = new Set<unknown>();
  const done = new Set<unknown>();
  const waiting: { readonly value: unknown; readonly isEnd?: true }[] = [{ value: whole }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, isEnd } = next;
    if (isEnd) {
      around.delete(value);
      done.add(value);
      continue;
    }
    if (around.has(value)) return true;
    if (typeof value !== "object" || value === null || done.has(value)) continue;
    around.add(value);
    waiting.push({ value, isEnd: true });
    for (const each of Object.values(value)) waiting.push({ value: each });
  }
  return false;
}

/** Counts the values inside a value, until there are more than `most`. */
function countOf(value: unknown, most: number): number {
  const waiting = [value];
  let count = 0;
  while (waiting.length > 0 && count <= most) {
    const one = waiting.pop();
    count += 1;
    if (typeof one === "object" && one !== null)
      for (const each of Object.values(one).slice(0, most + 1)) waiting.push(each);
  }
  return count;
}
