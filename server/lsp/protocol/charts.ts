// Requests about charts, and about what another chart does to values.
import type {
  ChartInUse,
  ChartSource,
  KeptChart,
  KnownChart,
  ValuesUpgrade,
} from "../../core/wire/charts.ts";
import { request } from "./message.ts";
import { listOf, text, unchecked } from "./shapes.ts";
import { TARGET, VALUES } from "./values.ts";

export type {
  ChartDoubt,
  ChartSource,
  KeptChart,
  KnownChart,
  UpgradedFile,
  UpgradeNote,
  UpgradeTopic,
  ValuesUpgrade,
} from "../../core/wire/charts.ts";

/** The chart that a values file is for. */
export interface FileChart extends ChartInUse {
  readonly source: ChartSource;
}

/** The charts that are known without being available, the newest first. */
export const KNOWN_CHARTS = request("capOperator/knownCharts", {}).answers<readonly KnownChart[]>();

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
