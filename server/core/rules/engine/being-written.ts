import type { Analysis } from "../../semantics/analysis.ts";
import type { Finding } from "./rule.ts";

/** What may stand between a key and the place where its value is being begun: blanks, or the beginning of one on its line. */
const BEGINNING = /^[^\S\n]*:?(?:\s*|[^\S\n]*(?:[&!]\S*[^\S\n]*)*(?:[#*{["'|>][^\n]*)?)$/;

/** How far behind a key that is: line breaks and an indentation take some room. */
const FARTHEST = 200;

/** Whether what a finding is about is being written: at one of the offsets `typedAt` somebody is typing. */
export function isBeingWritten(analysis: Analysis, finding: Finding, typedAt: readonly number[]): boolean {
  return typedAt.some(
    (offset) => isAtEndOf(analysis, finding, offset) || isIn(analysis, finding.unfinished, offset),
  );
}

function isIn(analysis: Analysis, range: Finding["unfinished"], offset: number): boolean {
  return range !== undefined && isAtEndOf(analysis, range, offset);
}

/** Whether an offset is in a range, or behind it where nothing more than the beginning of a value is in between. */
function isAtEndOf(
  { file }: Analysis,
  { start, end }: { start: number; end: number },
  offset: number,
): boolean {
  if (offset < start || offset - end > FARTHEST) return false;
  return offset <= end || BEGINNING.test(file.text.slice(end, offset));
}
