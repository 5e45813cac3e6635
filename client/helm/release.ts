import type { ClusterTarget } from "../kubectl/target.ts";

export type ReleaseRef = ClusterTarget & { readonly release: string };

/** A chart as Helm is to find it: `oci://...`, a path, `repository/name`, or an address. */
export interface ChartRef {
  readonly ref: string;
  /** As for `--version`. If absent, the newest that is not a pre-release. */
  readonly version?: string;
  /** True if its registry is reached without TLS. */
  readonly plainHttp?: boolean;
}

/** One revision of a release, without anything that could be secret. */
export interface ReleaseState {
  readonly revision: number;
  /**
   * Helm's word: `deployed`, `failed`, `pending-install`, `pending-upgrade`, `pending-rollback`, `superseded`,
   * `uninstalling`, `uninstalled`.
   */
  readonly status: string;
  /** Name and version, such as `cap-operator-chart-0.11.0`. */
  readonly chart: string;
  readonly appVersion: string;
  /** The time of the revision, as Helm wrote it. */
  readonly updated: string;
  /** Helm's note about the revision. */
  readonly description: string;
}

/** The kinds of chart references. `name/name` may be a path as well: Helm looks for a file or folder first. */
type ChartKind = "oci" | "address" | "path" | "repository";

/** The kind of a reference, judging by its text. */
export function chartKind(ref: string): ChartKind {
  if (/^oci:\/\//i.test(ref)) return "oci";
  if (/^https?:\/\//i.test(ref)) return "address";
  return /^[\w-][\w.-]*\/[\w.-]+$/.test(ref) && !/\.(tgz|tar\.gz)$/i.test(ref) ? "repository" : "path";
}
