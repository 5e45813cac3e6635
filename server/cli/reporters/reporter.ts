import type { FileReport, RunSummary } from "../report.ts";

/** Writes what was found in one format. */
export interface Reporter {
  /** Takes the next file; they come in the order of their paths. */
  file(report: FileReport): void;
  /** Writes the rest. */
  end(summary: RunSummary): void;
}

/** What a reporter is made with. */
export interface ReporterOptions {
  readonly write: (text: string) => void;
  readonly isColoured: boolean;
  /** Whether only findings are written, without what surrounds them. */
  readonly isQuiet: boolean;
  /** The version of this program. */
  readonly version: string;
  /** The folder that shown paths start from. */
  readonly cwd: string;
}
