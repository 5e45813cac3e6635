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

/** The major version of Helm that installs; `auto` is the one that the client has found. */
export type HelmChoice = "auto" | "3" | "4";

/** The inlay hints that are shown: none, values that a component inherits, or every default that applies. */
export type InlayHintMode = "off" | "inherited" | "all";

/** The settings that count for a file, by its address; without one, those of the first folder. */
export type SettingsFor = (uri?: string) => Settings;

/** Settings that count somewhere, and the folders that their paths may begin in: looked up only for a setting with a path. */
export interface SettingsPlace {
  readonly settings: Settings;
  readonly folders: () => readonly string[];
}

/** The settings under `capOperator.*` that the language server reads. */
export interface Settings {
  /** Globs of files that are values files of this operator. */
  readonly files: readonly string[];
  /** Globs of files that are not, whatever they hold. */
  readonly excludeFiles: readonly string[];
  readonly completion: { readonly snippets: boolean };
  readonly diagnostics: {
    readonly enable: boolean;
    readonly severity: Readonly<Record<string, SeverityName>>;
  };
  readonly format: { readonly enable: boolean };
  /** Files larger than this are left alone, with a message. In megabytes. */
  readonly maxFileSize: number;
  readonly releases: readonly Release[];
  /** The chart that is installed where a release names none, as Helm takes it, and its version; empty if that is not set. */
  readonly chart: string;
  readonly chartVersion: string;
  /** True if the chart is an option of the command line, which overrides the setting. */
  readonly isChartOption?: boolean;
  readonly helmVersion: HelmChoice;
  /** The location of the manager's release: an address, or a file or folder, which may be in the workspace; empty if not set. */
  readonly managerReleaseUrl: string;
  readonly inlayHints: InlayHintMode;
  readonly codeLens: boolean;
  /** Runs `helm template` on values whose chart is local, to report Helm's errors. */
  readonly helmTemplate: { readonly enable: boolean };
}

export const DEFAULT_SETTINGS: Settings = {
  files: ["**/cap-operator*values*.yaml", "**/cap-operator*values*.yml"],
  excludeFiles: [],
  completion: { snippets: true },
  diagnostics: { enable: true, severity: {} },
  format: { enable: true },
  maxFileSize: 8,
  releases: [],
  chart: "",
  chartVersion: "",
  helmVersion: "auto",
  managerReleaseUrl: "",
  inlayHints: "inherited",
  codeLens: true,
  helmTemplate: { enable: true },
};
