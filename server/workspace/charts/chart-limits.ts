/** Limits for reading a chart, with all charts inside it. */
export interface ChartLimits {
  /** Bytes of all files together, unpacked. Helm's own limit is 100 MiB. */
  readonly bytes: number;
  /** Bytes of one file. That is Helm's own limit: https://github.com/helm/helm/blob/v4.2.4/pkg/chart/loader/archive/archive.go. */
  readonly fileBytes: number;
  /** Files that are read. */
  readonly files: number;
  /** Files and folders that are looked at, whether or not they are read. */
  readonly entries: number;
  /** Characters and names in the path of a file, from the chart's folder. */
  readonly pathLength: number;
  readonly pathDepth: number;
  /** Charts inside charts. */
  readonly nesting: number;
}

/** Bytes of a mebibyte. */
export const MEBIBYTE = 1024 * 1024;

/** The limits unless a caller has others. */
export const CHART_LIMITS: ChartLimits = {
  bytes: 32 * MEBIBYTE,
  fileBytes: 5 * MEBIBYTE,
  files: 5000,
  entries: 20_000,
  pathLength: 500,
  pathDepth: 24,
  nesting: 3,
};
