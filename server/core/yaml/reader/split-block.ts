import { readLine } from "../lines.ts";
import { isBeginningOfKey } from "./syntax-faults.ts";
import type { SyntaxReason } from "./syntax-reasons.ts";

/** The entries of a block mapping or a block list, as pieces of text that can be read one by one. */
export interface Block {
  readonly list: boolean;
  /** Column of the entries. */
  readonly column: number;
  /** The text before the first entry: comments, directives, the start of the document. */
  readonly head: string;
  readonly entries: readonly string[];
}

interface ContentLine {
  readonly start: number;
  readonly column: number;
  readonly text: string;
}

/**
 * Splits a text before every line that begins an entry of its outermost block. `undefined` if it is not a block, as with a
 * text in brackets.
 */
export function splitBlock(text: string): Block | undefined {
  const lines = contentLines(text);
  const first = lines[0];
  if (!first) return undefined;
  const column = columnOfEntries(lines, first);
  const outer = lines.filter((line) => line.column <= column);
  const list = !standBelowWord(lines) && (isItem(first.text) || !outer.some((line) => hasKey(line.text)));
  if (list && !outer.some((line) => isItem(line.text))) return undefined;
  if (!hasKey(first.text) && /^\s*[[{"'|>&!*?]/.test(first.text)) return undefined;
  const starts = outer.filter((line) => list || !isItem(line.text)).map((line) => line.start);
  if (starts[0] !== first.start) starts.unshift(first.start);
  return {
    list,
    column,
    head: text.slice(0, first.start),
    entries: starts.map((start, index) => text.slice(start, starts[index + 1] ?? text.length)),
  };
}

/** The reason why an entry does not belong in its block even if it can be read on its own; `undefined` if it does belong. */
export function misfit(entry: string, { list, column }: Block): SyntaxReason | undefined {
  const line = contentLines(entry, 1)[0];
  if (!line) return undefined;
  if (line.column !== column) return "indentation";
  if (list) return isItem(line.text) ? undefined : "no-continuation";
  return hasKey(line.text) ? undefined : "no-colon";
}

/** True if the lines below the first line of an entry are meant to belong to it, because it is a key or a word without a value. */
export function canOwnLines(entry: string): boolean {
  const line = contentLines(entry, 1)[0]?.text ?? "";
  const content = line.replace(/^\s*(?:- +)*/, "").trimEnd();
  return isBeginningOfKey(content) || readLine(line)?.value?.given === false;
}

/** A word that lacked its colon, as an entry that has one. */
interface CompletedWord {
  /** The entry with a colon in place of the word's last letter, so that it keeps its length. */
  readonly text: string;
  /** The offset of the word in the entry. */
  readonly offset: number;
  readonly word: string;
}

/** The key that an entry is meant to be: a word alone on its line, with keys or a list below it. */
export function completeWord(entry: string, { list }: Block): CompletedWord | undefined {
  const [first, second] = contentLines(entry, 2);
  const word = first?.text.trim();
  if (list || !first || !second || word === undefined || !isBeginningOfKey(word)) return undefined;
  const isBelow = isItem(second.text)
    ? second.column >= first.column
    : readLine(second.text)?.key !== undefined && second.column > first.column;
  if (!isBelow) return undefined;
  const offset = first.start + first.column;
  const last = offset + word.length - 1;
  return { text: `${entry.slice(0, last)}:${entry.slice(last + 1)}`, offset, word };
}

/** True if a repaired entry has lost its first line, so that the lines that are left have no place. */
export function isOrphan(entry: string, block: Block): boolean {
  const line = contentLines(entry, 1)[0];
  return line !== undefined && (line.column > block.column || misfit(entry, block) !== undefined);
}

/** True if the first line is a word that lacks its colon, and all other lines are below it. */
function standBelowWord([first, second, ...others]: readonly ContentLine[]): boolean {
  if (!first || !second || !isBeginningOfKey(first.text.trim())) return false;
  const isBlock = hasKey(second.text) || isItem(second.text);
  return isBlock && [second, ...others].every(({ column }) => column > first.column);
}

/**
 * The lines that can begin an entry: they hold more than blanks and comments, and begin with neither a tab, a comma nor a
 * closing bracket.
 */
function contentLines(text: string, most = Number.POSITIVE_INFINITY): ContentLine[] {
  const lines: ContentLine[] = [];
  const content = /(?<![^\n])( *)([^\s#\]},][^\n]*)/g;
  for (let match = content.exec(text); match && lines.length < most; match = content.exec(text)) {
    const column = match[1]?.length ?? 0;
    const rest = match[2] ?? "";
    if (column === 0 && /^(?:(?:---|\.\.\.)\s*(?:#|$)|%[A-Z]+ |\uFEFF$)/.test(rest)) continue;
    lines.push({ start: match.index, column, text: match[0] });
  }
  return lines;
}

/** The first line sets the column, unless it is the odd one out. */
function columnOfEntries(lines: readonly ContentLine[], first: ContentLine): number {
  let least = first.column;
  for (const line of lines) least = Math.min(least, line.column);
  if (least === first.column) return least;
  const count = (column: number) => lines.filter((line) => line.column === column).length;
  return count(least) > count(first.column) ? least : first.column;
}

function isItem(line: string): boolean {
  return /^\s*-(?:\s|$)/.test(line);
}

function hasKey(line: string): boolean {
  return readLine(line)?.key !== undefined || /^\s*(?:[?:](?:\s|$)|[*&!{["'].*:(?:\s|$))/.test(line);
}
