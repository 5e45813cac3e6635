/** The furthest column of comments, in characters: with the words of an origin, half of a window has room for it. A longer line has its comment after it. */
const FURTHEST = 44;

/** Where a comment begins in a line, and how many spaces are missing in front of it. */
interface Gap {
  readonly line: number;
  readonly character: number;
  readonly spaces: number;
}

/** What is missing for the comments after values to begin in one column. */
export function alignedComments(lines: readonly string[]): readonly Gap[] {
  const ends = lines.map((text) => (/^\s*(?:#|$)/.test(text) ? -1 : text.lastIndexOf("  # ")));
  const column = ends.reduce((most, end) => (end <= FURTHEST ? Math.max(most, end) : most), 0);
  return ends.flatMap((end, line) =>
    end > 0 && end < column ? [{ line, character: end, spaces: column - end }] : [],
  );
}
