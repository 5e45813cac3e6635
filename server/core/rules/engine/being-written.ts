import type { Analysis } from "../../semantics/analysis.ts";
import type { Finding, Unfinished } from "./rule.ts";

/** Text that may be between a key and a value that is being written: spaces, anchors and tags, or the beginning of a value on its line. */
const BEGINNING = /^[^\S\n]*(?::[^\S\n]*)?(?:[&!]\S*(?:[^\S\n]+|$))*(?:[#*{["'|>][^\n]*)?$/;

/** The same on the line of the key if the value is written below it. */
const OPENING = /^[^\S\n]*(?::[^\S\n]*)?(?:[&!]\S*(?:[^\S\n]+|$))*(?:[#|>][^\n]*)?$/;

const EMPTY_LINE = /^\s*(?:#|$)/;

/** The largest distance of that place from the key, in characters: line breaks, indentation and comments take some room. */
const FARTHEST = 1000;

/** The number of lines after an unreadable block that are searched for its end. */
const MOST_LINES = 500;

/** True if a finding is about something that is being written: `typedAt` are the offsets where the user is typing. */
export function isBeingWritten(analysis: Analysis, finding: Finding, typedAt: readonly number[]): boolean {
  const { unfinished } = finding;
  return typedAt.some(
    (offset) =>
      isAtEndOf(analysis, finding, offset) ||
      (unfinished !== undefined && isIn(analysis, unfinished, offset)),
  );
}

/**
 * True for a value whose next part is still missing, such as the part of a host name after its dot: the user does not mean the value as it is
 * now.
 */
export function isCutShort(
  { file: { text } }: Analysis,
  { start, end }: Finding,
  typedAt: readonly number[],
): boolean {
  return typedAt.some(
    (offset) =>
      start < offset &&
      offset <= end &&
      /[-.]/.test(text.charAt(offset - 1)) &&
      /^["']?$/.test(text.slice(offset, end)),
  );
}

/** True for an offset in a range, or after it with nothing but the beginning of a value in between. */
function isAtEndOf(
  { file }: Analysis,
  { start, end }: { start: number; end: number },
  offset: number,
): boolean {
  if (offset < start || offset - end > FARTHEST) return false;
  if (offset <= end) return true;
  const between = file.text.slice(end, offset);
  const above = between.split("\n");
  const last = above.pop() ?? "";
  if (above.length === 0) return BEGINNING.test(last);
  // Comments may come between a key and its value, but a word without its colon has been left with them.
  if (!/^[^\S\n]*:/.test(between)) return /^:?$/.test(between.trim());
  return (
    BEGINNING.test(last) && above.every((line, index) => (index === 0 ? OPENING : EMPTY_LINE).test(line))
  );
}

/** True for an offset in a block, or below it on a line that may continue the block. */
function isIn(analysis: Analysis, block: Unfinished, offset: number): boolean {
  if (isAtEndOf(analysis, block, offset)) return true;
  const { lines } = analysis;
  const { column = lines.columnOf(block.start) } = block;
  const first = lines.lineAt(block.end);
  const last = lines.lineAt(offset);
  if (offset < block.end || last - first > MOST_LINES) return false;
  for (let line = last; line > first; line--) {
    const text = lines.text(line);
    if (!EMPTY_LINE.test(text) && (lines.indentation(line) < column || /^(?:---|\.\.\.)/.test(text)))
      return false;
  }
  return true;
}
