import type { Severity } from "../../core/wire/documents.ts";
import { type FileFinding, type JudgedBy, SEVERITY_NAMES } from "../../workspace/open/findings.ts";

/** True if a severity is the same as another one, or higher. */
export function isAtLeast(severity: Severity, least: Severity): boolean {
  return SEVERITY_NAMES.indexOf(severity) <= SEVERITY_NAMES.indexOf(least);
}

/** A finding with the lines around it. */
export interface Finding extends FileFinding {
  readonly excerpt: Excerpt;
}

/** The lines around a finding; none for values on the command line. */
export interface Excerpt {
  /** The number of the first of them, from 0. */
  readonly first: number;
  readonly lines: readonly string[];
}

/** The place of findings that are in no line of a file. */
export const NOWHERE: Pick<Finding, "range" | "excerpt"> = {
  range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
  excerpt: { first: 0, lines: [] },
};

/** The result for a file that was to be checked. */
export type FileReport = {
  /** Its absolute path. */
  readonly file: string;
} & (
  | {
      readonly state: "checked";
      readonly findings: readonly Finding[];
      /** The chart that its values were judged by. */
      readonly chart?: JudgedBy;
      /** The number of findings whose fixes were not looked for, because there are too many. */
      readonly withoutFixes?: number;
      /** Set if Helm should be asked about its values and cannot be, because not all of them can be read. */
      readonly isNotRendered?: true;
      /** Set if it is about releases, which are written down in this file, and not about the file. */
      readonly isOfReleases?: true;
    }
  /** Not the operator's, or not certainly, with the reason as one or two sentences. */
  | {
      readonly state: "likely" | "foreign";
      readonly explanation: string;
      /** Set if a person named it as the operator's, so that the run fails: the end of a sentence that begins with its name. */
      readonly problem?: string;
    }
  | {
      readonly state: "unreadable";
      /** The end of a sentence that begins with its name. */
      readonly problem: string;
      /** True if the run fails because of it: it was named, is certainly the operator's, or is more than one file. */
      readonly fails: boolean;
    }
);

/** The reason why a file was not checked that had to be, as the end of a sentence that begins with its name. */
export function leftOut(
  report: FileReport,
): { readonly problem: string; readonly fails: boolean } | undefined {
  if (report.state === "checked" || report.problem === undefined) return undefined;
  return { problem: report.problem, fails: report.state !== "unreadable" || report.fails };
}

/** The totals of a run. */
export interface RunSummary {
  readonly checked: number;
  readonly foreign: number;
  readonly likely: number;
  readonly unreadable: number;
  readonly counts: Readonly<Record<Severity, number>>;
  /** True if there was nothing to check. */
  readonly isEmpty: boolean;
}
