import * as l10n from "@vscode/l10n";
import { LONGEST_GLOB, unclosedBracket } from "../../core/ownership/glob.ts";
import {
  DEFAULT_SETTINGS,
  type HelmChoice,
  type InlayHintMode,
  type Settings,
  type SeverityName,
} from "../../core/settings.ts";
import { boundedSentence } from "../../core/yaml/shown.ts";
import type { Path } from "../../core/yaml/tree.ts";
import { absent, complaint, isTable, type SettingProblem } from "../files/setting-types.ts";
import { readReleases } from "./release-settings.ts";

/** Settings as a client sent them, made safe, and each part that could not be used. */
export interface ReadSettings {
  readonly settings: Settings;
  readonly problems: readonly SettingProblem[];
}

const SEVERITIES: readonly string[] = [
  "error",
  "warning",
  "information",
  "hint",
  "off",
] satisfies SeverityName[];

const HELM_CHOICES: readonly HelmChoice[] = ["auto", "3", "4"];
const HINT_MODES: readonly InlayHintMode[] = ["off", "inherited", "all"];

/**
 * Reads the section `capOperator` of a client's settings. A part of the wrong type is replaced by its default and reported; a
 * missing part is replaced silently.
 */
export function readSettings(raw: unknown): ReadSettings {
  const problems: SettingProblem[] = [];
  const root = table(raw, [], problems);
  const completion = table(root.completion, ["completion"], problems);
  const diagnostics = table(root.diagnostics, ["diagnostics"], problems);
  const format = table(root.format, ["format"], problems);
  const helmTemplate = table(root.helmTemplate, ["helmTemplate"], problems);
  const fallback = DEFAULT_SETTINGS;
  const settings: Settings = {
    files: globs(root.files, ["files"], fallback.files, problems),
    excludeFiles: globs(root.excludeFiles, ["excludeFiles"], fallback.excludeFiles, problems),
    completion: {
      snippets: flag(completion.snippets, ["completion", "snippets"], fallback.completion.snippets, problems),
    },
    diagnostics: {
      enable: flag(diagnostics.enable, ["diagnostics", "enable"], fallback.diagnostics.enable, problems),
      severity: severities(diagnostics.severity, problems),
    },
    format: { enable: flag(format.enable, ["format", "enable"], fallback.format.enable, problems) },
    maxFileSize: size(root.maxFileSize, problems),
    releases: readReleases(root.releases, problems),
    chart: text(root.chart, ["chart"], problems),
    chartVersion: text(root.chartVersion, ["chartVersion"], problems),
    managerReleaseUrl: text(root.managerReleaseUrl, ["managerReleaseUrl"], problems),
    helmVersion: helmChoice(root.helmVersion, problems),
    inlayHints: hintMode(root.inlayHints, problems),
    codeLens: flag(root.codeLens, ["codeLens"], fallback.codeLens, problems),
    helmTemplate: {
      enable: flag(helmTemplate.enable, ["helmTemplate", "enable"], fallback.helmTemplate.enable, problems),
    },
  };
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

/** A setting as it was sent, if it is valid; otherwise its default, and a problem unless it is missing. */
function valid<T>(
  value: unknown,
  path: Path,
  fallback: T,
  problems: SettingProblem[],
  isValid: (value: unknown) => value is T,
  sentence: (name: string, is: string, used: string) => string,
): T {
  if (absent(value)) return fallback;
  if (isValid(value)) return value;
  problems.push(complaint(path, value, (name, is) => sentence(name, is, JSON.stringify(fallback))));
  return fallback;
}

function globs(
  value: unknown,
  path: Path,
  fallback: readonly string[],
  problems: SettingProblem[],
): readonly string[] {
  const all = strings(value, path, fallback, problems);
  for (const [index, glob] of all.entries()) {
    const sentence = globProblem(glob);
    if (sentence) problems.push(complaint([...path, index], glob, sentence));
  }
  return all;
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

function strings(
  value: unknown,
  path: Path,
  fallback: readonly string[],
  problems: SettingProblem[],
): readonly string[] {
  return valid(value, path, fallback, problems, isListOfStrings, (name, is, used) =>
    l10n.t("The setting {0} must be a list of texts, but is {1}; the default {2} is used.", name, is, used),
  );
}

function isListOfStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function text(value: unknown, path: Path, problems: SettingProblem[]): string {
  if (absent(value)) return "";
  if (typeof value === "string") return value.trim();
  problems.push(
    complaint(path, value, (name, is) =>
      l10n.t("The setting {0} must be text, but is {1}; it is ignored.", name, is),
    ),
  );
  return "";
}

function flag(value: unknown, path: Path, fallback: boolean, problems: SettingProblem[]): boolean {
  const isFlag = (one: unknown) => typeof one === "boolean";
  return valid(value, path, fallback, problems, isFlag, (name, is, used) =>
    l10n.t("The setting {0} must be true or false, but is {1}; the default {2} is used.", name, is, used),
  );
}

function size(value: unknown, problems: SettingProblem[]): number {
  const isSize = (one: unknown): one is number => typeof one === "number" && one > 0;
  return valid(value, ["maxFileSize"], DEFAULT_SETTINGS.maxFileSize, problems, isSize, (name, is, used) =>
    l10n.t(
      "The setting {0} must be a number of megabytes above 0, but is {1}; the default {2} is used.",
      name,
      is,
      used,
    ),
  );
}

function hintMode(value: unknown, problems: SettingProblem[]): InlayHintMode {
  const isMode = (one: unknown): one is InlayHintMode => HINT_MODES.some((mode) => mode === one);
  return valid(value, ["inlayHints"], DEFAULT_SETTINGS.inlayHints, problems, isMode, (name, is, used) =>
    l10n.t(
      'The setting {0} must be "off", "inherited" or "all", but is {1}; the default {2} is used.',
      name,
      is,
      used,
    ),
  );
}

function helmChoice(value: unknown, problems: SettingProblem[]): HelmChoice {
  const isChoice = (one: unknown): one is HelmChoice => HELM_CHOICES.some((choice) => choice === one);
  return valid(value, ["helmVersion"], DEFAULT_SETTINGS.helmVersion, problems, isChoice, (name, is, used) =>
    l10n.t(
      'The setting {0} must be "auto", "3" or "4", but is {1}; the default {2} is used.',
      name,
      is,
      used,
    ),
  );
}

function severities(value: unknown, problems: SettingProblem[]): Record<string, SeverityName> {
  const path = ["diagnostics", "severity"];
  const entries = Object.entries(table(value, path, problems));
  const accepted: Record<string, SeverityName> = {};
  for (const [code, severity] of entries) {
    if (typeof severity === "string" && SEVERITIES.includes(severity)) {
      accepted[code] = severity as SeverityName;
    } else {
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
  }
  return accepted;
}
