import { readLine } from "../yaml/lines.ts";

/** Lines that the formatter does not see: a word that is laid out like them stands in for them. Line numbers count from 0. */
export interface Piece {
  /**
   * - `entry`: a key or an item with all that is in it;
   * - `items`: commented-out items at the end of a list;
   * - `scalar`: a block scalar, from its sign on;
   * - `comment`: lines of comments that go on with what is on the line above;
   * - `words`: the words of a comment, from its `#` on.
   */
  readonly kind: "entry" | "items" | "scalar" | "comment" | "words";
  readonly first: number;
  readonly last: number;
  /** Where it begins on its first line; of lines that go on, where the comment above begins, or else the line. */
  readonly column: number;
  /** Where it ends on its first line, if that has more. */
  readonly end?: number;
  /** Whether it begins with a dash. */
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
    if (piece.kind === "comment") {
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

/** Puts the pieces in the places of their words in the formatted text. `undefined` if one is not as it was put there. */
export function restored(formatted: string, { word, lines, pieces }: Replaced): Restored | undefined {
  const sign = new RegExp(`${word}(\\d+)x`);
  const result: string[] = [];
  const places = new Map<Piece, readonly [number, number]>();
  for (const line of formatted.split("\n")) {
    const match = sign.exec(line);
    const piece = match ? pieces[Number(match[1])] : undefined;
    if (!match || !piece) {
      result.push(line);
      continue;
    }
    if (places.has(piece)) return undefined;
    const written = writtenAgain(piece, line, match, lines);
    if (!written) return undefined;
    const first = result.length + (piece.kind === "comment" ? 1 : 0);
    for (const one of written) result.push(one);
    places.set(piece, [first, result.length - 1]);
  }
  return places.size === pieces.length ? { text: result.join("\n"), places } : undefined;
}

function writtenAgain(
  { kind, first, last, column, end, isItem }: Piece,
  line: string,
  { 0: name, index }: RegExpExecArray,
  lines: readonly string[],
): string[] | undefined {
  const own = lines[first] ?? "";
  const below = (from: number, by: number) => lines.slice(from, last + 1).map((one) => shifted(one, by));
  const before = line.slice(0, index);
  switch (kind) {
    case "entry":
    case "items": {
      const at = isItem ? index - 2 : index;
      if (line.slice(at) !== (isItem ? `- ${name}` : `${name}: x`)) return undefined;
      return [line.slice(0, at) + own.slice(column), ...below(first + 1, at - column)];
    }
    case "scalar": {
      const by = blockColumn(line) - blockColumn(own);
      return [before + own.slice(column, end) + line.slice(index + name.length), ...below(first + 1, by)];
    }
    case "words":
      return before.endsWith("# ") ? [before.slice(0, -2) + own.slice(column)] : undefined;
    case "comment": {
      const above = lines[first - 1] ?? "";
      const isOwn = !above.startsWith("#", column);
      const rest = before.slice(0, isOwn ? -3 : -1);
      if (!line.endsWith(name) || (isOwn && !before.endsWith(" # "))) return undefined;
      const at = isOwn ? indentation(rest) : rest.length - (above.trimEnd().length - column);
      return [rest, ...below(first, at - column)];
    }
  }
}

/** The column of the mapping or the list whose entry begins last on a line. */
function blockColumn(line: string): number {
  const { dashes = [], column = 0, key } = readLine(line) ?? {};
  return key ? column : (dashes.at(-1) ?? 0);
}

/** Moves a line to the right, or to the left as far as it goes. */
export function shifted(line: string, by: number): string {
  if (by > 0) return line === "" ? line : " ".repeat(by) + line;
  return line.slice(Math.min(-by, indentation(line)));
}

function indentation(line: string): number {
  return line.length - line.replace(/^ +/, "").length;
}

/** The pieces in text order, without those that touch a larger one. */
function apart(found: readonly Piece[]): Piece[] {
  const startOf = ({ kind, first }: Piece) => (kind === "comment" ? first - 1 : first);
  const result: Piece[] = [];
  for (const piece of [...found].sort(
    (one, other) => startOf(one) - startOf(other) || other.last - one.last,
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
