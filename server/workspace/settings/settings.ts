import * as l10n from "@vscode/l10n";
import { LONGEST_GLOB, unclosedBracket } from "../../core/ownership/glob.ts";
import { joinNames } from "../../core/rules/engine/sentences.ts";
import { makeSettings, type Settings } from "../../core/settings.ts";
import {
  isOfType,
  isRow,
  SERVER_SETTINGS,
  SEVERITY_CHOICES,
  type SettingSchema,
} from "../../core/settings-table.ts";
import { boundedSentence } from "../../core/yaml/shown.ts";
import type { Path } from "../../core/yaml/tree.ts";
import { absent, complaint, isTable, type SettingProblem } from "../files/setting-types.ts";
import { readReleases } from "./release-settings.ts";

/** Settings as a client sent them, made safe, and each part that could not be used. */
export interface ReadSettings {
  readonly settings: Settings;
  readonly problems: readonly SettingProblem[];
}

/**
 * Reads the section `capOperator` of a client's settings. A part of the wrong type is replaced by its default and reported; a
 * missing part is replaced silently.
 */
export function readSettings(raw: unknown): ReadSettings {
  const problems: SettingProblem[] = [];
  const root = table(raw, [], problems);
  const tables = new Map<string, Record<string, unknown>>();
  for (const [key, entry] of Object.entries(SERVER_SETTINGS))
    if (!isRow(entry)) tables.set(key, table(root[key], [key], problems));
  const settings = makeSettings(({ schema }, path) => {
    const [key = "", inner] = path;
    const value = inner === undefined ? root[key] : tables.get(key)?.[inner];
    return read({ value, path, schema, problems });
  });
  return {
    settings,
    problems: problems.map(({ inFile, ...one }) => ({
      ...one,
      message: boundedSentence(one.message),
      ...(inFile !== undefined && { inFile: boundedSentence(inFile) }),
    })),
  };
}

function table(value: unknown, path: Path, problems: SettingProblem[]): Record<string, unknown> {
  // Lua cannot tell an empty table from an empty list, so clients written in it send `[]`.
  if (absent(value) || (Array.isArray(value) && value.length === 0)) return {};
  if (isTable(value)) return value;
  problems.push(
    complaint(path, value, (name, is) =>
      l10n.t("The setting {0} must be a mapping, but is {1}; the defaults are used.", name, is),
    ),
  );
  return {};
}

/** A setting as it was sent, and where its problems are put. */
interface SentSetting {
  readonly value: unknown;
  readonly path: Path;
  readonly schema: SettingSchema;
  readonly problems: SettingProblem[];
}

/** The readers of settings that are more than a switch, a text or a choice. */
const READERS: Readonly<Record<string, (sent: SentSetting) => unknown>> = {
  files: readGlobs,
  excludeFiles: readGlobs,
  "diagnostics.severity": readSeverities,
  maxFileSize: readSize,
  releases: ({ value, problems }) => readReleases(value, problems),
};

function read(sent: SentSetting): unknown {
  const { type, enum: choices } = sent.schema;
  const readOther = READERS[sent.path.join(".")];
  if (readOther) return readOther(sent);
  if (type === "boolean") return readFlag(sent);
  return choices ? readChoice(sent, choices) : readText(sent);
}

/** The value that was sent, if it is valid; otherwise the default, and a problem unless there is none. */
function valid(
  { value, path, schema, problems }: SentSetting,
  sentence: (name: string, is: string, used: string) => string,
  isValid = isOfType(value, schema),
): unknown {
  if (absent(value)) return schema.default;
  if (isValid) return value;
  const used = JSON.stringify(schema.default);
  problems.push(complaint(path, value, (name, is) => sentence(name, is, used)));
  return schema.default;
}

function readFlag(sent: SentSetting): unknown {
  return valid(sent, (name, is, used) =>
    l10n.t("The setting {0} must be true or false, but is {1}; the default {2} is used.", name, is, used),
  );
}

function readText(sent: SentSetting): string {
  const text = valid(sent, (name, is) =>
    l10n.t("The setting {0} must be text, but is {1}; it is ignored.", name, is),
  );
  return String(text).trim();
}

function readChoice(sent: SentSetting, choices: readonly string[]): unknown {
  const quoted = choices.map((choice) => `"${choice}"`);
  const listed = joinNames(quoted, "or");
  return valid(sent, (name, is, used) =>
    l10n.t("The setting {0} must be {1}, but is {2}; the default {3} is used.", name, listed, is, used),
  );
}

function readSize(sent: SentSetting): unknown {
  const isSize = typeof sent.value === "number" && sent.value > 0;
  const sentence = (name: string, is: string, used: string) =>
    l10n.t(
      "The setting {0} must be a number of megabytes above 0, but is {1}; the default {2} is used.",
      name,
      is,
      used,
    );
  return valid(sent, sentence, isSize);
}

function readGlobs(sent: SentSetting): unknown {
  const globs = valid(sent, (name, is, used) =>
    l10n.t("The setting {0} must be a list of texts, but is {1}; the default {2} is used.", name, is, used),
  ) as readonly string[];
  for (const [index, glob] of globs.entries()) {
    const sentence = globProblem(glob);
    if (sentence) sent.problems.push(complaint([...sent.path, index], glob, sentence));
  }
  return globs;
}

/** The problem of a glob that cannot match as intended. */
function globProblem(glob: string): ((name: string) => string) | undefined {
  if (glob.length > LONGEST_GLOB)
    return (name) => l10n.t("The glob {0} has more than {1} characters; it is ignored.", name, LONGEST_GLOB);
  if (glob.trim() === "") return (name) => l10n.t("The glob {0} is empty; it matches no file.", name);
  const bracket = unclosedBracket(glob);
  if (bracket === undefined) return undefined;
  return (name) =>
    l10n.t('The glob {0} has a "{1}" that is not closed; it stands for itself.', name, bracket);
}

function readSeverities({ value, path, problems }: SentSetting): unknown {
  const accepted: Record<string, unknown> = {};
  for (const [code, severity] of Object.entries(table(value, path, problems))) {
    if (SEVERITY_CHOICES.some((choice) => choice === severity)) accepted[code] = severity;
    else
      problems.push(
        complaint([...path, code], severity, (name, is) =>
          l10n.t(
            "The setting {0} must be error, warning, information, hint or off, but is {1}; the rule keeps its own severity.",
            name,
            is,
          ),
        ),
      );
  }
  return accepted;
}
