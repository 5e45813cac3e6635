import type { Position, Range } from "vscode-languageserver-types";
import type { Span } from "../../core/values/helm-tree.ts";

/** A text in which offsets are places. */
interface PositionedText {
  positionAt(offset: number): Position;
}

/** The pieces of a text that belong to values in it. */
interface Pieces {
  /** The key that holds the values, or their text in quotes. */
  readonly key: Span;
  /** The key next to it that names values in other places, with its value. */
  readonly list?: Span;
  /** The offsets of the values. */
  readonly start: number;
  readonly end: number;
}

/** The location of values in the text of another product. */
export class EmbeddedLocation {
  readonly #pieces: Pieces;

  constructor(pieces: Pieces) {
    this.#pieces = pieces;
  }

  /** The range of the key that holds the values. */
  keyIn(text: PositionedText): Range {
    const { offset, length } = this.#pieces.key;
    return { start: text.positionAt(offset), end: text.positionAt(offset + length) };
  }

  /** True if a piece of the text touches the values. */
  isMet(from: number, to: number): boolean {
    const { start, end } = this.#pieces;
    return start <= to && from <= end;
  }

  /** True if a piece of the text meets the values. If it begins where they end, it is on the next line, unless `length`, that of the text, says that there is none. */
  isEntered(from: number, to: number, length: number): boolean {
    const { end } = this.#pieces;
    return this.isMet(from, to) && (from < end || end === length);
  }

  /** True if a piece of the text meets the key next to that of the values, which names others. */
  isMetAtList(from: number, to: number): boolean {
    const { list } = this.#pieces;
    return list !== undefined && meets(list, from, to);
  }

  /** The same for either of the two keys. */
  isMetAtKeys(from: number, to: number): boolean {
    return meets(this.#pieces.key, from, to) || this.isMetAtList(from, to);
  }
}

function meets({ offset, length }: Span, from: number, to: number): boolean {
  return offset <= to && from <= offset + length;
}
