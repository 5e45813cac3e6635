import * as l10n from "@vscode/l10n";
import {
  DEFAULT_SETTINGS,
  type HelmChoice,
  type InlayHintMode,
  type Settings,
  type SeverityName,
} from "../core/settings.ts";
import type { Path } from "../core/yaml/tree.ts";
import { readReleases } from "./release-settings.ts";
import { absent, complaint, isTable, type SettingProblem } from "./setting-types.ts";

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
    files: strings(root.files, ["files"], fallback.files, problems),
    excludeFiles: strings(root.excludeFiles, ["excludeFiles"], fallback.excludeFiles, problems),
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
  return { settings, problems };
}

function table(value: unknown, path: Path, problems: SettingProblem[]): Record<string, unknown> {
  // Lua cannot tell an empty table from an empty list, so clients written in it send `[]`.
  if (absent(value) || (Array.isArray(value) && value.length === 0)) return {};
  if (isTable(value)) return value;
  problems.push(
    complaint(path, value, (name, is) =>
      l10n.t("The setting {0} must be an object, but is {1}; the defaults are used.", name, is),
    ),
  );
  return {};
}

function strings(
  value: unknown,
  path: Path,
  fallback: readonly string[],
  problems: SettingProblem[],
): readonly string[] {
  if (absent(value)) return fallback;
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value;
  problems.push(
    complaint(path, value, (name, is) =>
      l10n.t(
        "The setting {0} must be a list of strings, but is {1}; the default {2} is used.",
        name,
        is,
        JSON.stringify(fallback),
      ),
    ),
  );
  return fallback;
}

function text(value: unknown, path: Path, problems: SettingProblem[]): string {
  if (absent(value)) return "";
  if (typeof value === "string") return value.trim();
  problems.push(
    complaint(path, value, (name, is) =>
      l10n.t("The setting {0} must be a string, but is {1}; it is ignored.", name, is),
    ),
  );
  return "";
}

function flag(value: unknown, path: Path, fallback: boolean, problems: SettingProblem[]): boolean {
  if (absent(value)) return fallback;
  if (typeof value === "boolean") return value;
  problems.push(
    complaint(path, value, (name, is) =>
      l10n.t(
        "The setting {0} must be true or false, but is {1}; the default {2} is used.",
        name,
        is,
        JSON.stringify(fallback),
      ),
    ),
  );
  return fallback;
}

function size(value: unknown, problems: SettingProblem[]): number {
  const fallback = DEFAULT_SETTINGS.maxFileSize;
  if (absent(value)) return fallback;
  if (typeof value === "number" && value > 0) return value;
  problems.push(
    complaint(["maxFileSize"], value, (name, is) =>
      l10n.t(
        "The setting {0} must be a number of megabytes above 0, but is {1}; the default {2} is used.",
        name,
        is,
        JSON.stringify(fallback),
      ),
    ),
  );
  return fallback;
}

function hintMode(value: unknown, problems: SettingProblem[]): InlayHintMode {
  const fallback = DEFAULT_SETTINGS.inlayHints;
  if (absent(value)) return fallback;
  const mode = HINT_MODES.find((one) => one === value);
  if (mode === undefined) {
    problems.push(
      complaint(["inlayHints"], value, (name, is) =>
        l10n.t(
          'The setting {0} must be "off", "inherited" or "all", but is {1}; the default {2} is used.',
          name,
          is,
          JSON.stringify(fallback),
        ),
      ),
    );
  }
  return mode ?? fallback;
}

function helmChoice(value: unknown, problems: SettingProblem[]): HelmChoice {
  const fallback = DEFAULT_SETTINGS.helmVersion;
  if (absent(value)) return fallback;
  const choice = HELM_CHOICES.find((one) => one === value);
  if (choice === undefined) {
    problems.push(
      complaint(["helmVersion"], value, (name, is) =>
        l10n.t(
          'The setting {0} must be "auto", "3" or "4", but is {1}; the default {2} is used.',
          name,
          is,
          JSON.stringify(fallback),
        ),
      ),
    );
  }
  return choice ?? fallback;
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
