// Requests about charts, and about what another chart does to values.
import type { TextEdit } from "vscode-languageserver-types";
import { request } from "./message.ts";
import { listOf, text, unchecked } from "./shapes.ts";
import { TARGET, VALUES } from "./values.ts";

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

/** The chart that a values file is for. */
export interface FileChart {
  /** Its name, with its version if there are several: `cap-operator 0.34.0`; the names of all that are possible while it is not decided. */
  readonly name: string;
  /** True if the chart is named; otherwise the keys and values of all that are possible are accepted. */
  readonly isDecided: boolean;
  readonly reason: "release" | "modeline" | "beside" | "setting" | "words" | "nothing";
  /** One or two sentences for the user. */
  readonly explanation: string;
  /** The number of its keys; what is inside labels and types of Kubernetes does not count. */
  readonly keys: number;
  readonly source: ChartSource;
  /** The reason that the chart that was named cannot be used, or is newer than all that are known. */
  readonly doubt?: ChartDoubt;
}

/** The reason that not all keys of the chart that was named are known. */
export interface ChartDoubt {
  /** `unusable`: it cannot be used at all. `newer`: it is newer than all versions that are known. */
  readonly kind: "unusable" | "newer";
  /** The source of its name. */
  readonly by: "release" | "modeline" | "beside" | "setting";
  /** A sentence for the user. */
  readonly message: string;
}

/** The charts that are known without being available, the newest first. */
export const KNOWN_CHARTS = request("capOperator/knownCharts", {}).answers<readonly KnownChart[]>();
export interface KnownChart {
  readonly name: string;
  /** The option that names it in the comment at the top of a file: `version=0.34.0`. */
  readonly modeline: string;
}

/** The charts in these folders and archives, in the order given. `null`: none, or not the operator's. */
export const CHARTS_AT = request("capOperator/chartsAt", {
  uris: listOf(text(""), "the uris of folders and archives"),
}).answers<readonly (ChartAt | null)[]>();
export interface ChartAt {
  readonly name: string;
  readonly version: string;
}

/** A file of a chart archive; `null` if it cannot be read. */
export const CHART_TEXT = request("capOperator/chartText", {
  /** With the scheme `CHART_FILE_SCHEME`: the path of the archive, and below it that of the file in the chart. */
  uri: text("the uri of a file in an archive"),
}).answers<string | null>();

/** Tells the charts that the client has fetched and keeps, the last one first. They replace all before. */
export const CHARTS_KEPT = request("capOperator/chartsKept", {
  charts: listOf(unchecked<KeptChart>(), "the charts that are kept"),
}).answers<null>();

/** The chart that values are for. */
export const CHART_IN_USE = request("capOperator/chartInUse", { of: VALUES }).answers<FileChart>();

/** The consequences of another chart for values, and their files with all safe migrations. Changes nothing. */
export const UPGRADE_VALUES = request("capOperator/upgradeValues", {
  to: TARGET,
  of: VALUES,
}).answers<ValuesUpgrade>();

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

/** One thing to know about a change of the chart. */
export interface UpgradeNote {
  readonly topic: UpgradeTopic;
  readonly sentence: string;
}

/**
 * The topic of a sentence: what was migrated in the files; what a person has to migrate; what the other chart ignores; what the
 * operator runs with otherwise; an error that appears; what is now the default; and what else is different in the chart.
 */
export type UpgradeTopic = "migrated" | "byHand" | "ignored" | "running" | "error" | "default" | "chart";

/** A values file that migrations change. */
export interface UpgradedFile {
  readonly uri: string;
  /** As the release names it. */
  readonly name: string;
  /** The text as it is. */
  readonly before: string;
  /** The text after the migration. */
  readonly after: string;
  readonly edits: readonly TextEdit[];
}
