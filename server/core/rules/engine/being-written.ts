import type { Analysis } from "../../semantics/analysis.ts";
import type { Finding } from "./rule.ts";

/** What may be between a key and the place where its value is being written: spaces, or the beginning of a value on its line. */
const BEGINNING = /^[^\S\n]*(?::[^\S\n]*)?(?:\n\s*|(?:[&!]\S*(?:[^\S\n]+|$))*(?:[#*{["'|>][^\n]*)?)$/;

/** How many characters after a key that place may be: line breaks and indentation take some room. */
const FARTHEST = 200;

/** Whether a finding is about something that is being written: `typedAt` are the offsets where the user is typing. */
export function isBeingWritten(analysis: Analysis, finding: Finding, typedAt: readonly number[]): boolean {
  return typedAt.some(
    (offset) => isAtEndOf(analysis, finding, offset) || isIn(analysis, finding.unfinished, offset),
  );
}

function isIn(analysis: Analysis, range: Finding["unfinished"], offset: number): boolean {
  return range !== undefined && isAtEndOf(analysis, range, offset);
}

/** Whether an offset is in a range, or after it with nothing but the beginning of a value in between. */
function isAtEndOf(
  { file }: Analysis,
  { start, end }: { start: number; end: number },
  offset: number,
): boolean {
  if (offset < start || offset - end > FARTHEST) return false;
  return offset <= end || BEGINNING.test(file.text.slice(end, offset));
}
