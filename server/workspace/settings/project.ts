import * as l10n from "@vscode/l10n";
import { closestMatches } from "../../core/rules/engine/rank.ts";
import { RULES } from "../../core/rules/table.ts";
import type { Settings } from "../../core/settings.ts";
import { SERVER_SETTINGS, SETTINGS } from "../../core/settings-table.ts";
import { boundedSentence } from "../../core/yaml/shown.ts";
import type { Path } from "../../core/yaml/tree.ts";
import { isTable, type SettingProblem } from "../files/setting-types.ts";
import { MOST_CHARACTERS, readProjectText } from "./project-reader.ts";
import { RELEASE_KEYS } from "./release-settings.ts";
import { readSettings } from "./settings.ts";

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

/** A file with more bytes than these is not read. */
export const MOST_PROJECT_BYTES = 4 * MOST_CHARACTERS;
/** The keys of such a file: the settings that a project decides, each by the first part of its name. */
export const PROJECT_SETTINGS: readonly string[] = [
  ...new Set(SETTINGS.filter(({ inProject }) => inProject).map(({ name }) => name.replace(/\..*/, ""))),
].sort();

/** Reads the text of such a file as Helm reads values. Throws `UnreadableProject` if it cannot be read. */
export function readProjectSettings(text: string): ReadProject {
  const { values, repeated } = readProjectText(text);
  const own: Record<string, unknown> = Object.create(null);
  const problems: SettingProblem[] = repeated.map((path) => ({
    path,
    isAboutKey: true,
    message: l10n.t('"{0}" is written more than once. Remove all but one.', String(path.at(-1))),
  }));
  for (const [key, value] of Object.entries(values)) {
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
