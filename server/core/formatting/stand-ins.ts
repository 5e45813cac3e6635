import { readLine } from "../yaml/lines.ts";

/** Lines that the formatter does not see: a word that is laid out like them stands in for them. Line numbers count from 0. */
export interface Piece {
  /**
   * - `entry`: a key or an item with its value;
   * - `items`: commented-out items at the end of a list;
   * - `scalar`: a block scalar, from its sign on;
   * - `comment`: lines of comments that continue the line above;
   * - `lead`: lines of comments between a line with an anchor or a tag and the first entry of the block below it;
   * - `words`: the words of a comment, from its `#` on.
   */
  readonly kind: "entry" | "items" | "scalar" | "comment" | "lead" | "words";
  readonly first: number;
  readonly last: number;
  /** The column at which it begins on its first line; for continuing lines, that of the comment above, or else of the line. */
  readonly column: number;
  /** The column at which it ends on its first line, if the line goes on. */
  readonly end?: number;
  /** True if it begins with a dash. */
  readonly isItem?: boolean;
}

/** The lines of a text with words that stand in for pieces of it. */
export interface Replaced {
  readonly text: string;
  readonly word: string;
  readonly lines: readonly string[];
  readonly pieces: readonly Piece[];
}

/** A text with the pieces in their places again. */
export interface Restored {
  readonly text: string;
  /** The first and the last line of each piece. */
  readonly places: ReadonlyMap<Piece, readonly [first: number, last: number]>;
}

/** Puts words in the places of pieces. A piece that is in another one is left out. */
export function replaced(text: string, found: readonly Piece[]): Replaced {
  const lines = text.split("\n");
  const pieces = apart(found);
  const word = unusedWord(text);
  const result: string[] = [];
  let next = 0;
  for (const [index, piece] of pieces.entries()) {
    while (next < piece.first) result.push(lines[next++] ?? "");
    const name = `${word}${index}x`;
    const line = lines[piece.first] ?? "";
    const before = line.slice(0, piece.column);
    if (isBelowLine(piece)) {
      const above = result.pop() ?? "";
      result.push(`${above}${above.startsWith("#", piece.column) ? "" : " #"} ${name}`);
    } else if (piece.kind === "entry" || piece.kind === "items") {
      result.push(before + (piece.isItem ? `- ${name}` : `${name}: x`));
    } else if (piece.kind === "words") {
      result.push(`${before}# ${name}`);
    } else result.push(before + name + line.slice(piece.end));
    next = piece.last + 1;
  }
  while (next < lines.length) result.push(lines[next++] ?? "");
  return { text: result.join("\n"), word, lines, pieces };
}

/** Puts the pieces in the places of their words in the formatted text. `undefined` if the formatter changed a word. */
export function restored(formatted: string, { word, lines, pieces }: Replaced): Restored | undefined {
  const result: string[] = [];
  const places = new Map<Piece, readonly [number, number]>();
  const all = formatted.split("\n");
  for (const [index, line] of all.entries()) {
    const match = wordIn(line, word);
    const piece = match && pieces[match.piece];
    if (!match || !piece) {
      result.push(line);
      continue;
    }
    if (places.has(piece)) return undefined;
    const written = writtenAgain(piece, [line, all[index + 1] ?? ""], match, lines);
    if (!written) return undefined;
    const first = result.length + (isBelowLine(piece) ? 1 : 0);
    for (const restoredLine of written) result.push(restoredLine);
    places.set(piece, [first, result.length - 1]);
  }
  return places.size === pieces.length ? { text: result.join("\n"), places } : undefined;
}

function writtenAgain(
  { kind, first, last, column, end, isItem }: Piece,
  [line, next]: readonly [string, string],
  { name, index }: Word,
  lines: readonly string[],
): string[] | undefined {
  const firstLine = lines[first] ?? "";
  const below = (from: number, shift: number) =>
    lines.slice(from, last + 1).map((text) => shifted(text, shift));
  const before = line.slice(0, index);
  switch (kind) {
    case "entry":
    case "items": {
      const start = isItem ? index - 2 : index;
      if (line.slice(start) !== (isItem ? `- ${name}` : `${name}: x`)) return undefined;
      return [line.slice(0, start) + firstLine.slice(column), ...below(first + 1, start - column)];
    }
    case "scalar": {
      const shift = blockColumn(line) - blockColumn(firstLine);
      return [
        before + firstLine.slice(column, end) + line.slice(index + name.length),
        ...below(first + 1, shift),
      ];
    }
    case "words":
      return before.endsWith("# ") ? [before.slice(0, -2) + firstLine.slice(column)] : undefined;
    case "lead":
    case "comment": {
      const above = lines[first - 1] ?? "";
      const isOwn = !above.startsWith("#", column);
      const rest = before.slice(0, isOwn ? -3 : -1);
      if (!line.endsWith(name) || (isOwn && !before.endsWith(" # "))) return undefined;
      if (kind === "lead") return [rest, ...underLine(lines.slice(first, last + 1), indentation(next))];
      const start = isOwn ? indentation(rest) : rest.length - (above.trimEnd().length - column);
      return [rest, ...below(first, start - column)];
    }
  }
}

/** The word of a piece in a line. */
interface Word {
  readonly name: string;
  readonly index: number;
  readonly piece: number;
}

function wordIn(line: string, word: string): Word | undefined {
  const index = line.indexOf(word);
  const number = index < 0 ? undefined : /^\d{1,9}(?=x)/.exec(line.slice(index + word.length))?.[0];
  return number === undefined ? undefined : { name: `${word}${number}x`, index, piece: Number(number) };
}

/** True if a piece has its word at the end of the line above it. */
function isBelowLine({ kind }: Piece): boolean {
  return kind === "comment" || kind === "lead";
}

/** Comments at a column, with at most one empty line between two. */
function underLine(comments: readonly string[], column: number): string[] {
  const trimmed = comments.map((comment) => comment.trim());
  return trimmed
    .filter((comment, index) => comment !== "" || trimmed[index - 1] !== "")
    .map((comment) => (comment === "" ? "" : " ".repeat(column) + comment));
}

/** The column of the mapping or the list whose entry begins last on a line. */
function blockColumn(line: string): number {
  const { dashes = [], column = 0, key } = readLine(line) ?? {};
  return key ? column : (dashes.at(-1) ?? 0);
}

/** Moves a line to the right, or to the left as far as it goes. */
export function shifted(line: string, shift: number): string {
  if (shift > 0) return line === "" ? line : " ".repeat(shift) + line;
  return line.slice(Math.min(-shift, indentation(line)));
}

function indentation(line: string): number {
  return line.length - line.replace(/^ +/, "").length;
}

/** The pieces in text order, without those that touch a larger one. */
function apart(found: readonly Piece[]): Piece[] {
  const startOf = (piece: Piece) => (isBelowLine(piece) ? piece.first - 1 : piece.first);
  const result: Piece[] = [];
  for (const piece of [...found].sort(
    (piece, other) => startOf(piece) - startOf(other) || other.last - piece.last,
  )) {
    const before = result.at(-1);
    if (!before || startOf(piece) > before.last) result.push(piece);
  }
  return result;
}

function unusedWord(text: string): string {
  let word = "zq";
  while (text.includes(word)) word += "q";
  return word;
}
