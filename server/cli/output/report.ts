import type { Severity } from "../../core/settings.ts";
import { type FileFinding, type JudgedBy, SEVERITY_NAMES } from "../../workspace/open/findings.ts";

/** True if a severity is the same as another one, or higher. */
export function isAtLeast(severity: Severity, least: Severity): boolean {
  return SEVERITY_NAMES.indexOf(severity) <= SEVERITY_NAMES.indexOf(least);
}

/** A finding with its lines. */
export interface Finding extends FileFinding {
  readonly excerpt: Excerpt;
}

/** The lines around a finding; none for what is on the command line. */
export interface Excerpt {
  /** The number of the first of them, from 0. */
  readonly first: number;
  readonly lines: readonly string[];
}

/** The place of what is in no line of a file. */
export const NOWHERE: Pick<Finding, "range" | "excerpt"> = {
  range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
  excerpt: { first: 0, lines: [] },
};

/** The result of a check for a file. */
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
      /** True if Helm should be asked about its values and cannot be, because some of them cannot be read. */
      readonly isNotRendered?: true;
      /** True if the report is about releases, which are written down in this file, and not about the file. */
      readonly isOfReleases?: true;
    }
  /** Not the operator's, or not certainly, with the reason as one or two sentences. */
  | { readonly state: "likely" | "foreign"; readonly explanation: string }
  | {
      readonly state: "unreadable";
      /** The end of a sentence that begins with its name. */
      readonly problem: string;
      /** True if the file fails the run: it was named, is certainly the operator's, or is more than one file. */
      readonly fails: boolean;
    }
);

/** The totals of a whole run. */
export interface RunSummary {
  readonly checked: number;
  readonly foreign: number;
  readonly likely: number;
  readonly unreadable: number;
  readonly counts: Readonly<Record<Severity, number>>;
  /** True if there was nothing to check. */
  readonly isEmpty: boolean;
}
