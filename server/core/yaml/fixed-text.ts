import type { Position, Range, TextDocument } from "vscode-languageserver-textdocument";

/** The start offsets of all lines of a text. A line ends with a line feed, a carriage return, or both. */
export function lineStarts(text: string): Uint32Array {
  let starts = new Uint32Array(Math.max(16, text.length >> 4));
  let count = 1;
  const add = (start: number): void => {
    if (count === starts.length) {
      const longer = new Uint32Array(starts.length * 2);
      longer.set(starts);
      starts = longer;
    }
    starts[count++] = start;
  };
  if (text.includes("\r")) {
    const lineBreak = /\r\n?|\n/g;
    while (lineBreak.test(text)) add(lineBreak.lastIndex);
  } else {
    for (let feed = text.indexOf("\n"); feed >= 0; feed = text.indexOf("\n", feed + 1)) add(feed + 1);
  }
  return starts.subarray(0, count);
}

/** The line that holds an offset, given the starts of all lines. */
export function lineAt(starts: Uint32Array, offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** True if two ranges begin and end at the same places. */
export function isSameRange(a: Range, b: Range): boolean {
  return (
    a.start.line === b.start.line &&
    a.start.character === b.start.character &&
    a.end.line === b.end.line &&
    a.end.character === b.end.character
  );
}

/**
 * One version of a document, which never changes. Its line table is built once, on first use, for everything that needs
 * line numbers.
 */
export class FixedText implements TextDocument {
  readonly uri: string;
  readonly version: number;
  readonly languageId = "yaml";
  readonly #text: string;
  #starts: Uint32Array | undefined;

  constructor(uri: string, version: number, text: string) {
    this.uri = uri;
    this.version = version;
    this.#text = text;
  }

  get lineStarts(): Uint32Array {
    this.#starts ??= lineStarts(this.#text);
    return this.#starts;
  }

  get lineCount(): number {
    return this.lineStarts.length;
  }

  getText(range?: Range): string {
    return range ? this.#text.slice(this.offsetAt(range.start), this.offsetAt(range.end)) : this.#text;
  }

  /** An offset inside a line break, or past the end of the text, maps to the end of its line. */
  positionAt(offset: number): Position {
    const inside = Math.max(0, Math.min(offset, this.#text.length));
    const line = lineAt(this.lineStarts, inside);
    const start = this.lineStarts[line] ?? 0;
    return { line, character: this.#beforeBreak(inside, start) - start };
  }

  offsetAt({ line, character }: Position): number {
    if (line < 0) return 0;
    const start = this.lineStarts[line];
    if (start === undefined) return this.#text.length;
    const end = this.lineStarts[line + 1] ?? this.#text.length;
    return this.#beforeBreak(Math.min(start + Math.max(character, 0), end), start);
  }

  /**
   * The range of a line without its line break. Before the first line it is empty and at the start of the text; after the
   * last line it is that of the last line.
   */
  getLineRange(line: number): Range {
    if (line < 0) return { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    const last = this.lineCount - 1;
    const start = this.lineStarts[Math.min(line, last)] ?? 0;
    const end = this.lineStarts[line + 1] ?? this.#text.length;
    return line > last
      ? { start: { line: last, character: 0 }, end: { line: last, character: end - start } }
      : { start: { line, character: 0 }, end: { line, character: this.#beforeBreak(end, start) - start } };
  }

  getEOLCharacters(line: number): string {
    const start = this.lineStarts[line];
    if (start === undefined) return "";
    const end = this.lineStarts[line + 1] ?? this.#text.length;
    return this.#text.slice(this.#beforeBreak(end, start), end);
  }

  #beforeBreak(offset: number, start: number): number {
    let end = offset;
    while (end > start && isLineBreak(this.#text.charCodeAt(end - 1))) end--;
    return end;
  }
}

const [LINE_FEED, CARRIAGE_RETURN] = [0x0a, 0x0d];

/** True if a character ends a line. */
export function isLineBreak(code: number): boolean {
  return code === LINE_FEED || code === CARRIAGE_RETURN;
}
