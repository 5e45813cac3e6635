/** A stretch of one of a chart's files. */
export interface ChartPlace {
  /** The file's path from the chart's folder, with forward slashes. */
  readonly file: string;
  readonly start: number;
  readonly end: number;
}
