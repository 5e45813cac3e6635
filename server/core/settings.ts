import { isRow, SERVER_SETTINGS, type SettingRow, type ValuesOf } from "./settings-table.ts";
import type { Severity } from "./wire/documents.ts";

/** The severity that a setting gives to a rule; `off` silences the rule. */
export type SeverityName = Severity | "off";

/** A release as it is installed: Helm's inputs for it. */
export interface Release {
  readonly name: string;
  readonly namespace?: string;
  readonly chart?: string;
  readonly version?: string;
  /** Values files in the order of the command line, from `root` or absolute. Later ones win. */
  readonly values: readonly string[];
  /** Entries of `--set`, `--set-string` and `--set-json`, as written after the flag. */
  readonly set: readonly string[];
  readonly setString: readonly string[];
  readonly setJson: readonly string[];
  /** Entries of `--set-file` and `--set-literal`, where a host knows them. */
  readonly setFile?: readonly string[];
  readonly setLiteral?: readonly string[];
  readonly kubeContext?: string;
  /** The folder that its relative paths begin in, as an address; each open folder in turn if it is left out. */
  readonly root?: string;
  /** Parts of it that are written down but cannot be read, one sentence each: without them it is another release. */
  readonly unread?: readonly string[];
}

/** The settings that count for a file, by its address; without one, those of the first folder. */
export type SettingsFor = (uri?: string) => Settings;

/** Settings that count somewhere, and the folders that their paths may begin in: looked up only for a setting with a path. */
export interface SettingsPlace {
  readonly settings: Settings;
  readonly folders: () => readonly string[];
}

/** The settings under `capOperator.*` that the language server reads. */
export interface Settings extends ValuesOf<typeof SERVER_SETTINGS> {
  readonly releases: readonly Release[];
  /** True if the chart is an option of the command line, which overrides the setting. */
  readonly isChartOption?: boolean;
}

/** The inlay hints that are shown. */
export type InlayHintMode = Settings["inlayHints"];

/** Settings with the value that each setting gets, by its row and its path; that must be a value of its type. */
export function makeSettings(value: (row: SettingRow, path: readonly string[]) => unknown): Settings {
  const made = Object.entries(SERVER_SETTINGS).map(([key, entry]) => {
    if (isRow(entry)) return [key, value(entry, [key])];
    const inner = Object.entries(entry).map(([name, row]) => [name, value(row, [key, name])]);
    return [key, Object.fromEntries(inner)];
  });
  return Object.fromEntries(made);
}

/** The settings where nothing is set. */
export const DEFAULT_SETTINGS: Settings = makeSettings(({ schema }) => schema.default);
