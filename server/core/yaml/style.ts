import type { Cursor } from "./cursor/cursor.ts";
import type { Lines } from "./lines.ts";

/** The layout of a text, so that insertions look like the rest. */
export interface Style {
  /** The number of columns by which each level is indented. */
  readonly indent: number;
  /** True if the text itself shows its indentation; if not, `indent` is the usual one. */
  readonly indentIsShown: boolean;
  /** The number of columns by which the dashes of a list are indented from its key. */
  readonly listIndent: number;
  readonly lineBreak: "\n" | "\r\n" | "\r";
}

const MOST_LINES = 2000;
const USUAL_INDENT = 2;

/**
 * The indentation of a text is that of its first nested key or, failing that, of its first nested list. The place of its
 * lists is that of the first one below a key, and its line breaks are those of the first line. Lines before `first` are ignored.
 */
export function styleOf(lines: Lines, first = 0): Style {
  const listIndent = shownListIndent(lines, first);
  // A list at the column of its key does not show the width of other levels.
  const indent = shownIndent(lines, first) ?? (listIndent || undefined);
  const used = indent ?? USUAL_INDENT;
  return {
    indent: used,
    indentIsShown: indent !== undefined,
    listIndent: listIndent ?? used,
    lineBreak: lines.count > 1 ? lines.lineBreak(0) : "\n",
  };
}

/**
 * The style at a cursor. If the text shows no indentation, the column of the first level that is being written is used, or
 * else the editor's own indentation.
 */
export function styleAt(
  style: Style,
  { column, path }: Pick<Cursor, "column" | "path">,
  editorIndent: number | undefined,
): Style {
  if (style.indentIsShown) return style;
  const isFirstLevel = path.length === 1 && typeof path[0] === "string" && column > 0;
  const indent = isFirstLevel ? column : (editorIndent ?? style.indent);
  return { ...style, indent, listIndent: style.listIndent === 0 ? 0 : indent };
}

function shownIndent(lines: Lines, first: number): number | undefined {
  let previous = first === 0 ? 0 : Number.POSITIVE_INFINITY;
  for (let line = first; line < Math.min(lines.count, first + MOST_LINES); line++) {
    const structure = lines.structure(line);
    // A tab cannot indent, so such a line shows no width.
    if (!structure || lines.text(line).slice(0, structure.column).includes("\t")) continue;
    if (structure.dashes.length === 0 && structure.column > previous) return structure.column - previous;
    // Below a dash that is alone on its line, any column can follow.
    const isAlone = structure.dashes.length > 0 && lines.text(line).trimEnd().length < structure.column + 1;
    previous = isAlone ? Number.POSITIVE_INFINITY : structure.column;
  }
  return undefined;
}

function shownListIndent(lines: Lines, first: number): number | undefined {
  for (let line = first + 1; line < Math.min(lines.count, first + MOST_LINES); line++) {
    // Most lines do not begin an item; they are ruled out without being parsed.
    const [dash] = lines.beginsWithDash(line) ? (lines.structure(line)?.dashes ?? []) : [];
    if (dash === undefined) continue;
    let owner = line - 1;
    while (owner > 0 && !lines.structure(owner)) owner--;
    const above = lines.structure(owner);
    if (above?.key && !above.value?.given && above.column <= dash) return dash - above.column;
  }
  return undefined;
}
