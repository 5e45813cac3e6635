import * as l10n from "@vscode/l10n";
import type { Analysis } from "../../semantics/analysis.ts";
import type { Fix } from "../engine/rule.ts";

/** How far around a line others are looked at. */
const NEIGHBOURS = 3;

/** How many levels of a text are looked at, and how many lines for them: nobody writes more, and a text may be made to take long. */
const MOST_LEVELS = 20;
const MOST_ABOVE = 1000;

/**
 * What may mend a line that is not YAML where it is: it, or one beside it, is indented like a line around it, or is there twice. Which of
 * these helps is found by trying them out. Those that move a line least come first, and of these, those that line up two lines after each
 * other.
 */
export function lineGuesses(analysis: Analysis, broken: number): Fix[] {
  const near = linesAround(analysis, broken);
  const beside = [near.findLast((line) => line < broken), near.find((line) => line > broken)];
  const lines = [broken, ...beside].filter((line) => line !== undefined);
  const [above] = beside;
  const isPair = ({ line, column }: Move) => {
    const other = line === broken ? above : line === above ? broken : undefined;
    return other !== undefined && indentOf(analysis.lines.text(other)).length === column;
  };
  const moves = lines.flatMap((line) => movesOf(analysis, line, near));
  moves.sort((a, b) => a.distance - b.distance || Number(isPair(b)) - Number(isPair(a)));
  return [...moves.map(({ fix }) => fix), ...near.flatMap((line) => twinGuess(analysis, line, near))];
}

/** The numbers of the lines around one, and of itself, that have something on them. */
export function linesAround({ lines }: Analysis, line: number): number[] {
  const found = [line];
  const look = (step: 1 | -1) => {
    let left = NEIGHBOURS;
    for (let at = line + step; at >= 0 && at < lines.count && left > 0; at += step) {
      if (/^\s*(#|$)/.test(lines.text(at))) continue;
      found.push(at);
      left -= 1;
    }
  };
  look(-1);
  look(1);
  return found.sort((a, b) => a - b);
}

interface Move {
  readonly fix: Fix;
  readonly line: number;
  /** The column where the line then begins. */
  readonly column: number;
  /** How many columns the line moves. */
  readonly distance: number;
}

/** A line is where one around it is, on a level that is open there, one level below the line above it, or at the left edge. */
function movesOf({ file, lines, style }: Analysis, line: number, near: readonly number[]): Move[] {
  const own = indentOf(lines.text(line));
  const others = near.filter((other) => other !== line).map((other) => indentOf(lines.text(other)).length);
  const upper = near.findLast((other) => other < line);
  const below = upper === undefined ? [] : [indentOf(lines.text(upper)).length + style.indent];
  const at = lines.start(line);
  if (file.text.slice(at, at + own.length) !== own) return [];
  return [...new Set([...others, ...openLevels(lines, line), ...below, 0])].flatMap((column): Move[] => {
    if (column === own.length && !own.includes("\t")) return [];
    const title = indentTitle(line, column);
    const edits = [{ start: at, end: at + own.length, text: " ".repeat(column) }];
    return [{ fix: { title, edits, guess: true }, line, column, distance: Math.abs(column - own.length) }];
  });
}

/** The title of a fix that indents a line. */
export function indentTitle(line: number, column: number): string {
  if (column === 0) return l10n.t("Move line {0} to the left edge", line + 1);
  return column === 1
    ? l10n.t("Indent line {0} by 1 space", line + 1)
    : l10n.t("Indent line {0} by {1} spaces", line + 1, column);
}

/** The columns of the blocks that a line may go on with. */
function openLevels(lines: Analysis["lines"], line: number): number[] {
  const found: number[] = [];
  const last = Math.max(0, line - MOST_ABOVE);
  for (let at = line - 1; at >= last && found.length < MOST_LEVELS && found.at(-1) !== 0; at--) {
    const text = lines.text(at);
    if (/^\s*(#|$)/.test(text)) continue;
    const column = indentOf(text).length;
    if (column < (found.at(-1) ?? Number.POSITIVE_INFINITY)) found.push(column);
  }
  return found;
}

/** A line that says the same as the one above it is taken away. */
function twinGuess({ lines }: Analysis, line: number, near: readonly number[]): Fix[] {
  const upper = near.findLast((other) => other < line);
  if (upper === undefined || lines.text(upper).trim() !== lines.text(line).trim()) return [];
  const end = lines.start(line) + lines.text(line).length;
  const edits =
    line + 1 < lines.count
      ? [{ start: lines.start(line), end: lines.start(line + 1), text: "" }]
      : [{ start: lines.start(upper) + lines.text(upper).length, end, text: "" }];
  const title = l10n.t("Remove line {0}, which repeats line {1}", line + 1, upper + 1);
  return [{ title, edits, guess: true }];
}

function indentOf(text: string): string {
  return /^[ \t]*/.exec(text)?.[0] ?? "";
}
