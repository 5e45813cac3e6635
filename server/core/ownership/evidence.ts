import type { NamedChart, ReadChart, Umbrella } from "../chart/chart.ts";
import type { EvidenceStrength, OwnershipReason } from "../wire/documents.ts";
import type { ChartKeys } from "./chart-keys.ts";
import type { GlobPath } from "./glob.ts";

/** The nearest `Chart.yaml` next to or above a file. */
export interface ChartEvidence {
  /** The chart's name; empty if its description has none or cannot be read. */
  readonly name: string;
  /** Its version, if the description has one that can be read. */
  readonly version?: string;
  /** The file's path from the chart's folder, with forward slashes. */
  readonly path: string;
  /** The chart's files, where they were read. */
  readonly atHand?: ReadChart;
  /** The reason for not using the chart, as a sentence. */
  readonly problem?: string;
  /** The operator's chart, if it is a dependency of this one. */
  readonly brings?: NamedChart;
}

/** The evidence about a file besides its text. */
export interface OwnershipEvidence extends GlobPath {
  /** Globs of the settings: files that are for the operator, and files that are not. */
  readonly files: readonly string[];
  readonly excludeFiles: readonly string[];
  readonly chart: ChartEvidence | undefined;
  /** The name of a release of the settings that has this file among its values files. */
  readonly release?: string;
  /** True if a person named the file as one of the operator. */
  readonly isNamed?: boolean;
  /** The chart that the file's values are for, if it is an umbrella chart. */
  readonly umbrella?: Umbrella;
  /** True if the file has the settings of a project. */
  readonly isProject?: boolean;
  readonly keys: ChartKeys;
  /** The decision for the previous version, if it was for the operator: while the user types, one odd key does not change that. */
  readonly was?: { readonly strength: EvidenceStrength; readonly reason: OwnershipReason } | undefined;
}

/** The names that values files have. */
export const VALUES_NAME = /^(values|values-.+|.+\.values|.+-values)\.ya?ml$/;
/** The paths of a chart's own values, from its folder. */
export const CHARTS_OWN_VALUES = /^((ci\/)?values([-.][^/]*)?|ci\/[^/]*-values)\.ya?ml$/;

/** The last part of a path. */
export function fileName({ path }: GlobPath): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
