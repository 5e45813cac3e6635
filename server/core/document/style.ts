import type { Lines } from "./lines.ts";

/** How a text is laid out, so that what is inserted looks like the rest. */
export interface Style {
  /** Columns that a level is indented by. */
  readonly indent: number;
  readonly lineBreak: "\n" | "\r\n";
}

const MOST_LINES = 2000;

/** The indentation and line breaks of a text, from its first nested key; two blanks where it has none. */
export function styleOf(lines: Lines): Style {
  const lineBreak = lines.count > 1 && lines.endsWithCarriageReturn(0) ? "\r\n" : "\n";
  let previous = 0;
  for (let line = 0; line < Math.min(lines.count, MOST_LINES); line++) {
    const structure = lines.structure(line);
    // A tab cannot indent, so its line tells nothing.
    if (!structure || lines.text(line).slice(0, structure.column).includes("\t")) continue;
    if (structure.dashes.length === 0 && structure.column > previous) {
      return { indent: structure.column - previous, lineBreak };
    }
    previous = structure.column;
  }
  return { indent: 2, lineBreak };
}
