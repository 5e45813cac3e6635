import type { Position, TextDocumentContentChangeEvent } from "vscode-languageserver/node";

/** One change of a text; its offset wraps around at the end of the text. */
export interface TextChange {
  /** The offset of its start; `undefined` is the end of the text. */
  readonly at: number | undefined;
  /** The number of removed characters of the old text, including line ends. */
  readonly removed: number;
  readonly inserted: string;
  /** The distance past a line end, or past the last line, at which the client puts the end of a change that ends there. */
  readonly beyond: number;
}

/** A text after a change, and what a client tells a server about the change. */
export interface ChangedText {
  readonly text: string;
  readonly event: TextDocumentContentChangeEvent;
}

/** Makes a change, counting as the protocol does: lines end with `\n`, `\r\n` or `\r`, and characters are UTF-16 code units. */
export function changed(text: string, { at, removed, inserted, beyond }: TextChange): ChangedText {
  const start = boundary(text, at === undefined ? text.length : at % (text.length + 1));
  const end = boundary(text, Math.min(start + removed, text.length));
  const range = { start: positionAt(text, start), end: behind(text, end, beyond) };
  return { text: text.slice(0, start) + inserted + text.slice(end), event: { range, text: inserted } };
}

/** The position of an offset that is not within a line end. */
export function positionAt(text: string, offset: number): Position {
  const before = linesOf(text.slice(0, offset));
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}

/** The offset, or the one before it if it is inside a line end or a character of two code units. */
export function boundary(text: string, offset: number): number {
  const around = text.slice(Math.max(0, offset - 1), offset + 1);
  return around === "\r\n" || /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(around) ? offset - 1 : offset;
}

function behind(text: string, offset: number, beyond: number): Position {
  const { line, character } = positionAt(text, offset);
  if (offset === text.length && beyond > 1) return { line: line + beyond, character: 0 };
  const isEndOfLine = offset === text.length || /[\r\n]/.test(text.charAt(offset));
  return { line, character: isEndOfLine ? character + beyond : character };
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}
