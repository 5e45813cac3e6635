import { isLineBreak } from "./fixed-text.ts";
import { readLine } from "./lines.ts";

/*
 * Recognizes blanks and comments, quotes, anchors and tags, and brackets by the characters around a place only. This works
 * even while a text is still being written and cannot be parsed yet.
 */

const [TAB, SPACE, HASH] = [0x09, 0x20, 0x23];

/** True for spaces, tabs and line breaks. */
export function isBlank(code: number): boolean {
  return code === SPACE || code === TAB || isLineBreak(code);
}

/** The first offset from `from` on, the end of what was read last, that is neither blank nor in a comment. */
export function skipBlanks(text: string, from: number): number {
  let offset = from;
  for (; offset < text.length; offset++) {
    const code = text.charCodeAt(offset);
    if (code === HASH && (offset === from || isBlank(text.charCodeAt(offset - 1))))
      offset = lineEnd(text, offset);
    else if (!isBlank(code)) break;
  }
  return offset;
}

/** The offset past the bracket that closes a collection whose last entry ends at `from`. */
export function flowEnd(text: string, from: number): number {
  for (let offset = from; offset < text.length; offset++) {
    const char = text.charAt(offset);
    if (char === "]" || char === "}") return offset + 1;
    if (char === "#") offset = lineEnd(text, offset);
  }
  return text.length;
}

/** True if a colon at an offset separates a key from its value, rather than beginning a scalar. */
export function isColon(text: string, offset: number, flow: boolean): boolean {
  return (
    text.charAt(offset) === ":" && (flow || offset + 1 >= text.length || isBlank(text.charCodeAt(offset + 1)))
  );
}

/**
 * Offset of the quote that closes the quoted scalar opened at `open`. It has to be on the same line or, with `further`, may
 * be on a later one if no line up to there looks like the next key. A quote that is escaped by a backslash, or doubled between
 * single quotes, is part of the scalar.
 */
export function closingQuote(text: string, open: number, further = false): number | undefined {
  const quote = text.charAt(open);
  let owner: number | undefined;
  for (let offset = open + 1; offset < text.length; offset++) {
    const char = text.charAt(offset);
    if (char === "\n") {
      if (!further) return undefined;
      owner ??= ownerColumn(text, open);
      if (isKeyLine(text, offset + 1, owner)) return undefined;
    }
    if (char === "\\" && quote === '"') offset++;
    else if (char === quote) {
      if (quote === '"' || text.charAt(offset + 1) !== quote) return offset;
      offset++;
    }
  }
  return undefined;
}

/** A piece of a text that gives it its structure. `end` is the offset past its last character. */
export interface Sign {
  readonly kind: "open" | "close" | "comma" | "colon" | "quoted" | "unclosed" | "comment" | "line";
  readonly start: number;
  readonly end: number;
}

/**
 * Walks over the signs of a text. `inBrackets` and `canBegin` describe the start: whether it is inside brackets, and whether a
 * value can begin there or a word continues. Quotes and brackets in the middle of a plain scalar are part of it. The walk ends
 * at a quote that is never closed.
 */
export function* signs(
  text: string,
  from = 0,
  inBrackets = false,
  canBegin = true,
): Generator<Sign, undefined> {
  let depth = inBrackets ? 1 : 0;
  /** True if a value can begin here, and if a word continues here. */
  let [begins, isWord] = [canBegin, !canBegin];
  for (let offset = from; offset < text.length; ) {
    const char = text.charAt(offset);
    const begun = begins;
    const wasWord = isWord;
    let kind: Sign["kind"] | undefined;
    let end = offset + 1;
    [begins, isWord] = [false, false];
    if (char === "\n") {
      kind = "line";
      begins = begun || depth === 0;
    } else if (isBlank(char.charCodeAt(0))) {
      begins = begun;
    } else if (char === "#" && !wasWord) {
      [kind, end] = ["comment", lineEnd(text, offset)];
      begins = begun;
    } else if (begun && (char === '"' || char === "'")) {
      const close = closingQuote(text, offset, true);
      [kind, end] = close === undefined ? ["unclosed", text.length] : ["quoted", close + 1];
      // Nothing valid follows but another sign; what is being written there is not a plain scalar.
      begins = true;
    } else if ((begun || depth > 0) && (char === "[" || char === "{")) {
      kind = "open";
      depth++;
      begins = true;
    } else if (depth > 0 && (char === "]" || char === "}")) {
      kind = "close";
      depth--;
      begins = true;
    } else if (char === ",") {
      // It may be inside brackets that this walk does not know about.
      if (depth > 0) kind = "comma";
      else isWord = true;
      begins = true;
    } else if (char === ":" && endsKey(text, offset, depth > 0)) {
      kind = "colon";
      begins = true;
    } else if (begun && (char === "&" || char === "!")) {
      end = offset + (/^[^\s,[\]{}]*/.exec(text.slice(offset, offset + LONGEST))?.[0].length ?? 1);
      begins = true;
    } else if (begun && depth === 0 && (char === "-" || char === "?") && isBlank(text.charCodeAt(end))) {
      begins = true;
    } else isWord = true;
    if (kind) yield { kind, start: offset, end };
    offset = end;
  }
}

function endsKey(text: string, offset: number, inBrackets: boolean): boolean {
  if (isColon(text, offset, false)) return true;
  const next = text.charAt(offset + 1);
  if (inBrackets) return /[,[\]{}]/.test(next) || /["']/.test(text.charAt(offset - 1));
  // The blank after the key of a line is missing.
  if (!/["'[{]/.test(next)) return false;
  const before = text.slice(Math.max(0, offset - LONGEST_KEY), offset);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  return line.length < LONGEST_KEY && /^[ \t]*(?:- +)*[^\s:#]+$/.test(line);
}

/** True if the text at an offset is a value once a blank separates it from the colon before it: no comment, no alias, no second colon. */
export function canFollowColon(text: string, offset: number): boolean {
  return !/[\s#:*&!|>%@`?-]/.test(text.charAt(offset));
}

/** The anchor and the tag before a value; `length` includes the blanks after them. */
export interface Marks {
  readonly length: number;
  readonly tag?: string;
}

/** The marks at an offset. A mark without a blank after it is left out, because it may still be being typed. */
export function marksAt(text: string, offset: number): Marks {
  const [{ length } = "", first, second] =
    /^([&!][^\s,[\]{}]+)[ \t]+(?:([&!][^\s,[\]{}]+)[ \t]+)?/.exec(text.slice(offset, offset + LONGEST)) ?? [];
  const tag = [first, second].find((mark) => mark?.startsWith("!"));
  return { length, tag };
}

/** The most characters between a colon and the start of its line, so that many colons on one line are not each read from its start. */
const LONGEST_KEY = 1024;

/** More characters than anybody writes before a value. */
const LONGEST = 300;

/** The column of the key or the dash that a scalar belongs to; all its lines are indented more. */
function ownerColumn(text: string, offset: number): number {
  const start = lineStart(text, offset);
  const line = readLine(text.slice(start, lineEnd(text, offset)).trimEnd());
  return line?.key ? line.column : (line?.dashes.at(-1) ?? line?.column ?? 0);
}

/** True if a line is a key that is not indented more than a column. */
function isKeyLine(text: string, start: number, column: number): boolean {
  const line = readLine(text.slice(start, lineEnd(text, start)).trimEnd());
  return line?.key !== undefined && line.column <= column;
}

function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
}

function lineEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && !isLineBreak(text.charCodeAt(end))) end++;
  return end;
}
