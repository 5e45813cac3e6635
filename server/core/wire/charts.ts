// Charts: where their keys are known from, and what another one does to values.
import type { TextEdit } from "vscode-languageserver-types";

/** The source of what is known of a chart: what is built in, a folder or an archive, or an archive that was fetched before. */
export type ChartSource =
  | { readonly from: "built-in" }
  | { readonly from: "files"; readonly uri: string }
  | { readonly from: "fetched"; readonly chart: string; readonly digest: string };

/** A chart that was fetched and is kept as an archive. */
export interface KeptChart {
  /** The reference to a registry, a repository or an address. */
  readonly chart: string;
  /** The version that was asked for: a version, a range, or none. */
  readonly wanted?: string;
  /** The version that came. */
  readonly version: string;
  /** The archive, and its SHA-256 in hexadecimal digits. */
  readonly path: string;
  readonly digest: string;
}

/** A chart that is known without its files. */
export interface KnownChart {
  readonly name: string;
  /** The option that names it in the comment at the top of a file: `version=0.34.0`. */
  readonly modeline: string;
}

/** The kinds of clues that name a chart. */
export type Naming = "release" | "modeline" | "beside" | "setting";

/** The chart that values are for. */
export interface ChartInUse {
  /** Its name, with its version if there are several: `cap-operator 0.34.0`; the names of all that are possible while it is not decided. */
  readonly name: string;
  /** True if the chart is named; otherwise the keys and values of all that are possible are accepted. */
  readonly isDecided: boolean;
  readonly reason: Naming | "words" | "nothing";
  /** One or two sentences for the user. */
  readonly explanation: string;
  /** The number of its keys; what is inside labels and types of Kubernetes does not count. */
  readonly keys: number;
  /** The doubt about the keys of the chart that is named; absent if they are known. */
  readonly doubt?: ChartDoubt;
  /** The chart that the file or its document names, if an option of the command line names another one. */
  readonly overridden?: OverriddenChart;
}

/** A chart that is named and does not count. */
export interface OverriddenChart {
  /** The clue that names it. */
  readonly by: "release" | "modeline";
  /** The version in that clue. */
  readonly version?: string;
  /** A sentence for the user: which chart counts. */
  readonly message: string;
}

/** The reason that not all keys of the chart that was named are known. */
export interface ChartDoubt {
  /** `unusable`: it cannot be used at all. `newer`: it is newer than all versions that are known. */
  readonly kind: "unusable" | "newer";
  /** The clue that names the chart. */
  readonly by: Naming;
  /** That of a newer version is a warning if it most likely is a misspelling of a known one. */
  readonly severity: "error" | "warning" | "information";
  /** A sentence for the user. */
  readonly message: string;
}

/** The consequences of another chart for the values of a release, or of one file. */
export interface ValuesUpgrade {
  /** The names of the two charts, for people. */
  readonly from: string;
  readonly to: string;
  readonly notes: readonly UpgradeNote[];
  /** The files that change when everything safe is migrated. */
  readonly files: readonly UpgradedFile[];
  /** The same, and the old defaults are written where nothing set them; absent if no default makes a difference. */
  readonly keepingDefaults?: readonly UpgradedFile[];
  /** The same as `files`, without what the other chart ignores; absent if it ignores nothing that can be removed safely. */
  readonly withoutIgnored?: readonly UpgradedFile[];
}

/** A sentence about the change of the chart, with its topic. */
export interface UpgradeNote {
  readonly topic: UpgradeTopic;
  readonly sentence: string;
}

/**
 * The topic of a sentence: values that were migrated in the files; those that a person has to migrate; those that the other chart ignores;
 * those with which the operator would run differently; new errors; values that equal the new default; and other differences of the chart.
 */
export type UpgradeTopic = "migrated" | "byHand" | "ignored" | "running" | "error" | "default" | "chart";

/** A values file that migrations change. */
export interface UpgradedFile {
  readonly uri: string;
  /** The name of the file in the release. */
  readonly name: string;
  /** The present text. */
  readonly before: string;
  /** The text with the migrations. */
  readonly after: string;
  readonly edits: readonly TextEdit[];
}
