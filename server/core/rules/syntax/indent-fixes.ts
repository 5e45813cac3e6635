import * as l10n from "@vscode/l10n";
import type { Analysis } from "../../semantics/analysis.ts";
import type { Finding, Fix } from "../engine/rule.ts";
import { indentTitle } from "../engine/sentences.ts";

/** Replaces the tabs in an indentation with spaces. Preferred if the column that they stand for is certain. */
export function tabFixes(analysis: Analysis, { start, end }: Finding): Fix[] {
  const width = tabWidth(analysis, start);
  const text = analysis.file.text
    .slice(start, end)
    .replaceAll("\t", " ".repeat(width ?? analysis.style.indent));
  const title = l10n.t("Replace tabs with spaces");
  const edits = [{ start, end, text }];
  return width === undefined
    ? [{ title, edits }]
    : [{ title, edits, preferred: true, safe: true, mendsSlip: true }];
}

/**
 * The number of spaces that a tab stands for: one step of the file, if there are only tabs; beside spaces, as many as put the line at a level
 * of the lines next to it. `undefined` if no width does.
 */
function tabWidth({ lines, style }: Analysis, start: number): number | undefined {
  const line = lines.lineAt(start);
  const indentation = lines.text(line).slice(0, lines.indentation(line));
  const tabs = indentation.split("\t").length - 1;
  const spaces = indentation.length - tabs;
  if (tabs === 0 || spaces === 0) return style.indent;
  const above = isIndented({ lines }, line - 1) ? line - 1 : undefined;
  const below = isIndented({ lines }, line + 1) ? line + 1 : undefined;
  const opens = above !== undefined && /[:|>-]$/.test(lines.text(above).trimEnd());
  const levels = [
    ...levelsAbove(lines, line),
    ...(above !== undefined && opens ? [lines.indentation(above) + style.indent] : []),
    ...(below === undefined ? [] : [lines.indentation(below)]),
  ];
  return [style.indent, 1, 8].find((width) => levels.includes(spaces + tabs * width));
}

/**
 * Moves a line that is not YAML, or one next to it, to a level near it: one that is open above, that of the line below, or one below the line
 * above.
 */
export function indentFixes(analysis: Analysis, broken: number): Fix[] {
  return [broken, broken - 1, broken + 1]
    .filter((line) => isIndented(analysis, line))
    .flatMap((line) => lineFixes(analysis, line));
}

/** Moves one line to each level near it; tabs in its indentation become spaces. */
export function lineFixes(analysis: Analysis, line: number): Fix[] {
  const { lines, style } = analysis;
  const [start, text] = [lines.start(line), lines.text(line)];
  const current = lines.indentation(line);
  const levels = [
    ...levelsAbove(lines, line),
    ...(isIndented(analysis, line + 1) ? [lines.indentation(line + 1)] : []),
    ...(isIndented(analysis, line - 1) ? [lines.indentation(line - 1) + style.indent] : []),
  ];
  // A line of a block scalar stays in it.
  const header = lines.headerAbove(line);
  const least = header === undefined ? 0 : lines.indentation(header) + 1;
  return [...new Set(levels)]
    .filter((column) => column >= least)
    .filter((column) => text.slice(0, current) !== " ".repeat(column))
    .sort((first, other) => Math.abs(first - current) - Math.abs(other - current))
    .slice(0, MOST_LEVELS)
    .map((column) => {
      const edits = [{ start, end: start + current, text: " ".repeat(column) }];
      return { title: indentTitle(line, column), edits };
    });
}

/** True for a line with text that is indented by spaces only. */
function isIndented({ lines }: Pick<Analysis, "lines">, line: number): boolean {
  return line >= 0 && line < lines.count && !/^\s*(#|$|\t)/.test(lines.text(line));
}

/** The largest number of levels that are tried for a line. */
const MOST_LEVELS = 3;

/** The number of lines above that are searched for levels. */
const FARTHEST = 1000;

/** The columns of the blocks that a line may continue. */
function levelsAbove(lines: Analysis["lines"], line: number): number[] {
  const found: number[] = [];
  for (let index = line - 1; index >= Math.max(0, line - FARTHEST) && found.at(-1) !== 0; index--) {
    if (/^\s*(#|$)/.test(lines.text(index))) continue;
    const column = lines.indentation(index);
    if (column < (found.at(-1) ?? Number.POSITIVE_INFINITY)) found.push(column);
  }
  return found;
}
