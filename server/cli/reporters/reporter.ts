import type { Write } from "../output/io.ts";
import type { FileReport, Finding, RunSummary } from "../output/report.ts";

/** Writes findings in one format. */
export interface Reporter {
  /** Takes the next file; they come in the order of their paths. */
  file(report: FileReport): void;
  /** Writes the rest. */
  end(summary: RunSummary): void;
}

/** The options of a reporter. */
export interface ReporterOptions {
  readonly write: Write;
  readonly isColoured: boolean;
  /** True if only findings are written, without remarks and a summary. */
  readonly isQuiet: boolean;
  /** True if only changed files are looked for. */
  readonly areChanges?: boolean;
  /** The subject of the summary if no file is checked, as the end of a sentence that begins with "Checked". */
  readonly others: string;
  /** The option that names the chart, if one does. */
  readonly chartOption?: "--chart" | "--chart-version";
  /** The folder with what the program brings along. */
  readonly packageFolder: string;
  /** The version of this program. */
  readonly version: string;
  /** The public address of the project, where the documentation of this version is; nothing while there is none. */
  readonly project?: string;
  /** A path as a person who works in this folder would write it. */
  readonly shown: (file: string) => string;
  /** A path from the root of the repository, with forward slashes, as code hosts want it; absolute if it is elsewhere. */
  readonly hosted: (file: string) => string;
  /** True for findings that make a run fail, for formats that tell failures from remarks. */
  readonly fails: (finding: Finding) => boolean;
}
