import { isLineBreak } from "../fixed-text.ts";
import { isBlank } from "../lexer.ts";
import type { ValueNode } from "../tree.ts";
import { LONGEST_KEY } from "./helm-keys.ts";
import { scalarNode, stringNode } from "./nodes.ts";
import { mayMeanMore, resolveScalar } from "./scalars.ts";

/*
 * What the lines of a plain text are made of. A text is read from an offset up to `end`, as if nothing came after.
 */

const [LINE_FEED, SPACE] = [0x0a, 0x20];
const [DOUBLE_QUOTE, HASH, SINGLE_QUOTE, DASH, COLON] = [0x22, 0x23, 0x27, 0x2d, 0x3a];
const [BACKSLASH, LAST_ASCII] = [0x5c, 0x7e];
/** Every character between these is printable and not a line break. */
const [FIRST_LETTER, LAST_LETTER] = [0xa0, 0x1fff];

/** Whether a plain scalar can begin with a character, whatever follows it. */
const BEGINS_TEXT = new Uint8Array(128);
for (const char of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./$()+~=;^\\") {
  BEGINS_TEXT[char.charCodeAt(0)] = 1;
}

/** The first offset from `from` on that is not a space. */
export function skipSpaces(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && text.charCodeAt(at) === SPACE) at++;
  return at;
}

/** Where the first line with more than spaces begins. A text in a document may have all lines above it blank. */
export function firstLine(text: string, from: number): number {
  const content = /[^ \r\n]/g;
  content.lastIndex = from;
  const at = content.exec(text)?.index ?? text.length;
  return Math.max(from, text.lastIndexOf("\n", at - 1) + 1);
}

/** Where the next line begins. */
export function nextLine(text: string, from: number, end: number): number {
  if (from < end && text.charCodeAt(from) === LINE_FEED) return from + 1;
  const feed = text.indexOf("\n", from);
  return feed < 0 || feed >= end ? end : feed + 1;
}

/** Whether there is a blank, a line break or the end at an offset. */
export function isGap(text: string, at: number, end: number): boolean {
  return at >= end || isBlank(text.charCodeAt(at));
}

/** Whether nothing more is on a line, or only a comment after a space. */
export function endsLine(text: string, at: number, end: number): boolean {
  if (at >= end) return true;
  const code = text.charCodeAt(at);
  if (code === HASH)
    return at === 0 || text.charCodeAt(at - 1) === SPACE || isLineBreak(text.charCodeAt(at - 1));
  return isLineBreak(code);
}

/** Whether there is the dash of an item at an offset. */
export function isDash(text: string, at: number, end: number): boolean {
  return text.charCodeAt(at) === DASH && isGap(text, at + 1, end);
}

/** Where the colon directly after a plain key is; -1 if there is none, or if the key is longer than a key may be. */
export function colonBehind(text: string, at: number, end: number): number {
  if (BEGINS_TEXT[text.charCodeAt(at)] !== 1) return -1;
  const last = Math.min(end - 1, at + LONGEST_KEY);
  for (let colon = at + 1; colon <= last; colon++) {
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
  for (let at = start + 1; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return stringNode(text.slice(start + 1, at), start, at + 1 - start, style);
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
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === SPACE) continue;
    if (isLineBreak(code)) break;
    if (!isPrintable(code)) return undefined;
    if (code === HASH && text.charCodeAt(at - 1) === SPACE) break;
    if (code === COLON && isGap(text, at + 1, end)) return undefined;
    behind = at + 1;
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
