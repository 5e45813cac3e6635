import { eastAsianWidth } from "get-east-asian-width";
import type { Range } from "vscode-languageserver-types";
import type { Excerpt } from "./report.ts";
import {
  type Paint,
  type Palette,
  plain,
  plainSource,
  type TerminalText,
  terminal,
} from "./terminal-text.ts";

/** Columns of a line that are shown. */
const LONGEST_LINE = 300;
/** Made for the first text that is not ASCII, because that takes milliseconds of a start. */
let clusters: Intl.Segmenter | undefined;

/** The lines around a place with their numbers, and carets below the place. */
export function frame(
  { start, end }: Range,
  { first, lines }: Excerpt,
  { faint }: Palette,
  paint: Paint,
): TerminalText[] {
  const width = String(first + lines.length).length;
  return lines.flatMap((whole, index) => {
    const text = whole.slice(0, LONGEST_LINE);
    const line = first + index;
    const isMarked = line >= start.line && line <= end.line && !(line === end.line && isEmptyEnd(start, end));
    const number = plain(String(line + 1).padStart(width));
    const mark = isMarked ? paint(plain(">")) : plain(" ");
    const source = terminal` ${mark} ${faint(terminal`${number} |`)} ${plainSource(text)}`;
    if (line !== start.line) return [source];
    const to = end.line === start.line ? end.character : text.length;
    const carets = plain("^".repeat(Math.max(1, cellsOf(text.slice(start.character, to)))));
    const before = plainSource(
      text
        .slice(0, start.character)
        .split("\t")
        .map((part) => " ".repeat(cellsOf(part)))
        .join("\t"),
    );
    return [source, terminal`   ${plain(" ".repeat(width))} ${faint(plain("|"))} ${before}${paint(carets)}`];
  });
}

/** The number of cells of a terminal that a text takes: two for wide characters, and one for a character that is composed of several. */
function cellsOf(text: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII, in which each character is one cell
  if (/^[\u0000-\u007f]*$/.test(text)) return text.length;
  clusters ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  let cells = 0;
  for (const { segment } of clusters.segment(text)) cells += eastAsianWidth(segment.codePointAt(0) ?? 0);
  return cells;
}

/** A range that ends at the beginning of a line does not include anything of it. */
function isEmptyEnd(start: Range["start"], end: Range["end"]): boolean {
  return end.character === 0 && end.line > start.line;
}
