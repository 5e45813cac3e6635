import { isLineBreak } from "../fixed-text.ts";
import { isBlank } from "../lexer.ts";
import type { ValueNode } from "../tree.ts";
import { LONGEST_KEY } from "./helm-keys.ts";
import { scalarNode, stringNode } from "./nodes.ts";
import { mayMeanMore, resolveScalar } from "./scalars.ts";

/*
 * Scanners for the parts of plain lines. A text is read from an offset up to `end`, as if nothing came after.
 */

const [LINE_FEED, SPACE] = [0x0a, 0x20];
const [DOUBLE_QUOTE, HASH, SINGLE_QUOTE, DASH, COLON] = [0x22, 0x23, 0x27, 0x2d, 0x3a];
const [BACKSLASH, LAST_ASCII] = [0x5c, 0x7e];
/** Every character between these is printable and not a line break. */
const [FIRST_LETTER, LAST_LETTER] = [0xa0, 0x1fff];

/** Characters that can begin a plain scalar, whatever follows them. */
const BEGINS_TEXT = new Uint8Array(128);
for (const char of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./$()+~=;^\\") {
  BEGINS_TEXT[char.charCodeAt(0)] = 1;
}

/** The first offset from `from` on that is not a space. */
export function skipSpaces(text: string, from: number, end: number): number {
  let offset = from;
  while (offset < end && text.charCodeAt(offset) === SPACE) offset++;
  return offset;
}

/** The offset of the first line that has more than spaces. A text in a document may have all lines above it blank. */
export function firstLine(text: string, from: number): number {
  const content = /[^ \r\n]/g;
  content.lastIndex = from;
  const at = content.exec(text)?.index ?? text.length;
  return Math.max(from, text.lastIndexOf("\n", at - 1) + 1);
}

/** The offset of the next line. */
export function nextLine(text: string, from: number, end: number): number {
  if (from < end && text.charCodeAt(from) === LINE_FEED) return from + 1;
  const feed = text.indexOf("\n", from);
  return feed < 0 || feed >= end ? end : feed + 1;
}

/** True at a blank, a line break or the end. */
export function isGap(text: string, offset: number, end: number): boolean {
  return offset >= end || isBlank(text.charCodeAt(offset));
}

/** True if the line ends at an offset, or has only a comment after a space. */
export function endsLine(text: string, offset: number, end: number): boolean {
  if (offset >= end) return true;
  const code = text.charCodeAt(offset);
  if (code === HASH)
    return offset === 0 || text.charCodeAt(offset - 1) === SPACE || isLineBreak(text.charCodeAt(offset - 1));
  return isLineBreak(code);
}

/** True at the dash of an item. */
export function isDash(text: string, offset: number, end: number): boolean {
  return text.charCodeAt(offset) === DASH && isGap(text, offset + 1, end);
}

/** The offset of the colon directly after the plain key at `start`; -1 if there is none, or if the key is longer than a key may be. */
export function colonBehind(text: string, start: number, end: number): number {
  if (BEGINS_TEXT[text.charCodeAt(start)] !== 1) return -1;
  const last = Math.min(end - 1, start + LONGEST_KEY);
  for (let colon = start + 1; colon <= last; colon++) {
    const code = text.charCodeAt(colon);
    if (code === COLON) {
      if (!isGap(text, colon + 1, end)) continue;
      return text.charCodeAt(colon - 1) === SPACE ? -1 : colon;
    }
    if (!isPrintable(code)) return -1;
    if (code === HASH && text.charCodeAt(colon - 1) === SPACE) return -1;
  }
  return -1;
}

/** A quoted scalar whose value is exactly what is between its quotes; `undefined` if it has an escape or a line break in it. */
export function quotedAt(text: string, start: number, end: number): ValueNode | undefined {
  const quote = text.charCodeAt(start);
  const style = quote === DOUBLE_QUOTE ? "double" : "single";
  if (quote !== DOUBLE_QUOTE && quote !== SINGLE_QUOTE) return undefined;
  for (let offset = start + 1; offset < end; offset++) {
    const code = text.charCodeAt(offset);
    if (code === quote) return stringNode(text.slice(start + 1, offset), start, offset + 1 - start, style);
    if (!isPrintable(code) || (code === BACKSLASH && quote === DOUBLE_QUOTE)) return undefined;
  }
  return undefined;
}

/** A value without quotes, up to the end of its line or a comment; `undefined` if there is none. */
export function plainAt(text: string, start: number, end: number): ValueNode | undefined {
  const first = text.charCodeAt(start);
  if (BEGINS_TEXT[first] !== 1 && !(first === DASH && BEGINS_TEXT[text.charCodeAt(start + 1)] === 1))
    return undefined;
  let behind = start;
  for (let offset = start; offset < end; offset++) {
    const code = text.charCodeAt(offset);
    if (code === SPACE) continue;
    if (isLineBreak(code)) break;
    if (!isPrintable(code)) return undefined;
    if (code === HASH && text.charCodeAt(offset - 1) === SPACE) break;
    if (code === COLON && isGap(text, offset + 1, end)) return undefined;
    behind = offset + 1;
  }
  const source = text.slice(start, behind);
  if (!mayMeanMore(source)) return stringNode(source, start, behind - start, "plain");
  const scalar = resolveScalar(source, "plain");
  // Helm refuses infinity and not-a-number.
  if (scalar.type === "number" && !Number.isFinite(scalar.value)) return undefined;
  return scalarNode(scalar, start, behind - start, "plain");
}

function isPrintable(code: number): boolean {
  return code <= LAST_ASCII ? code >= SPACE : code >= FIRST_LETTER && code <= LAST_LETTER;
}
