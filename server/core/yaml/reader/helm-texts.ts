import { folded, type HelmCursor, HelmStops } from "./helm-cursor.ts";

/**
 * A scalar as Helm reads it. `end` is the offset past its last character; the line breaks that follow a plain scalar are
 * not part of it.
 */
export interface HelmText {
  readonly value: string;
  readonly end: number;
}

const [DOUBLE, SINGLE, BACKSLASH, COLON, HASH, DASH, DOT, QUESTION] = [
  0x22, 0x27, 0x5c, 0x3a, 0x23, 0x2d, 0x2e, 0x3f,
];
/** `,`, `[`, `]`, `{` and `}` end a plain scalar inside brackets, and for Helm `?` as well. */
const FLOW_ENDS = new Set([0x2c, 0x5b, 0x5d, 0x7b, 0x7d]);

const NO_PLAIN_START = new Set("-?:,[]{}#&*!|>'\"%@`");

const ESCAPES: Readonly<Record<string, string>> = {
  "0": "\0",
  a: "\x07",
  b: "\b",
  t: "\t",
  "\t": "\t",
  n: "\n",
  v: "\v",
  f: "\f",
  r: "\r",
  e: "\x1B",
  " ": " ",
  '"': '"',
  "'": "'",
  "\\": "\\",
  N: "\u0085",
  _: "\u00A0",
  L: "\u2028",
  P: "\u2029",
};
const ESCAPE_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** True if a plain scalar can begin at the cursor. */
export function startsPlain(cursor: HelmCursor, inFlow: boolean): boolean {
  if (cursor.isGap()) return false;
  const char = cursor.text.charAt(cursor.offset);
  if (!NO_PLAIN_START.has(char)) return true;
  if (char === "-") return !cursor.isBlank(1);
  const isWord = !inFlow || (char === "?" && cursor.tolerant);
  return isWord && (char === "?" || char === ":") && !cursor.isGap(1);
}

/**
 * Reads a plain scalar. `indent` is the least indentation of its continuation lines; `continued` is true if a line break
 * follows it.
 */
export function readPlain(
  cursor: HelmCursor,
  indent: number,
  inFlow: boolean,
): HelmText & { readonly continued: boolean } {
  const parts: string[] = [];
  let end = cursor.offset;
  let [blanks, first, others, continued] = ["", "", "", false];
  for (;;) {
    if (cursor.isMarker(DASH) || cursor.isMarker(DOT) || cursor.peek() === HASH) break;
    const start = cursor.offset;
    while (!cursor.isGap() && !endsPlain(cursor, inFlow)) cursor.skip();
    if (cursor.offset > start) {
      parts.push(continued ? folded(first, others) : blanks, cursor.text.slice(start, cursor.offset));
      [blanks, first, others, continued] = ["", "", "", false];
      end = cursor.offset;
    }
    if (!cursor.isBlank() && !cursor.isBreak()) break;
    while (cursor.isBlank() || cursor.isBreak()) {
      if (cursor.isBreak()) {
        const ended = cursor.readBreak();
        if (continued) others += ended;
        else [blanks, first, continued] = ["", ended, true];
      } else if (continued) {
        if (!cursor.isTab() || cursor.column >= indent) cursor.skip();
        else if (cursor.tolerant && cursor.isRestBlank()) cursor.skipBlanks();
        else throw new HelmStops("found a tab character that violates indentation", cursor.offset);
      } else {
        blanks += cursor.text.charAt(cursor.offset);
        cursor.skip();
      }
    }
    if (!inFlow && cursor.column < indent) break;
  }
  return { value: parts.join(""), end, continued };
}

function endsPlain(cursor: HelmCursor, inFlow: boolean): boolean {
  const code = cursor.peek();
  if (code === COLON && cursor.isGap(1)) return true;
  return inFlow && (FLOW_ENDS.has(code) || (code === QUESTION && !cursor.tolerant));
}

/** Reads a quoted scalar, from its opening quote to past its closing quote. */
export function readQuoted(cursor: HelmCursor): HelmText {
  const start = cursor.offset;
  const quote = cursor.peek();
  cursor.skip();
  let value = "";
  for (;;) {
    if (cursor.isMarker(DASH) || cursor.isMarker(DOT)) {
      throw new HelmStops("found unexpected document indicator", start);
    }
    if (cursor.isEnd()) throw new HelmStops("found unexpected end of stream", start);
    const { text, joined } = quotedWord(cursor, quote);
    value += text;
    if (cursor.peek() === quote) break;
    value += quotedGap(cursor, joined);
  }
  cursor.skip();
  return { value, end: cursor.offset };
}

/** The characters up to a blank, a line break or the closing quote; `joined` if a backslash escaped a line break. */
function quotedWord(cursor: HelmCursor, quote: number): { text: string; joined: boolean } {
  let text = "";
  while (!cursor.isGap()) {
    const code = cursor.peek();
    if (code === quote) {
      if (quote === DOUBLE || cursor.peek(1) !== SINGLE) break;
      text += "'";
      cursor.skip(2);
    } else if (code === BACKSLASH && quote === DOUBLE) {
      if (cursor.isBreak(1)) {
        cursor.skip();
        cursor.readBreak();
        return { text, joined: true };
      }
      text += readEscape(cursor);
    } else {
      text += cursor.text.charAt(cursor.offset);
      cursor.skip();
    }
  }
  return { text, joined: false };
}

/** Folds the blanks and line breaks between two words of a quoted scalar. */
function quotedGap(cursor: HelmCursor, joined: boolean): string {
  let [blanks, first, others, broken] = ["", "", "", joined];
  while (cursor.isBlank() || cursor.isBreak()) {
    if (cursor.isBreak()) {
      const ended = cursor.readBreak();
      if (broken) others += ended;
      else [blanks, first, broken] = ["", ended, true];
    } else {
      if (!broken) blanks += cursor.text.charAt(cursor.offset);
      cursor.skip();
    }
  }
  return broken ? folded(first, others) : blanks;
}

function readEscape(cursor: HelmCursor): string {
  const letter = cursor.text.charAt(cursor.offset + 1);
  const known = ESCAPES[letter];
  if (known !== undefined) {
    cursor.skip(2);
    return known;
  }
  if (letter === "/" && cursor.tolerant) {
    cursor.skip(2);
    return letter;
  }
  const length = ESCAPE_DIGITS[letter];
  if (length === undefined) throw new HelmStops("found unknown escape character", cursor.offset);
  const digits = cursor.text.slice(cursor.offset + 2, cursor.offset + 2 + length);
  if (digits.length < length || /[^0-9a-fA-F]/.test(digits)) {
    throw new HelmStops("did not find expected hexadecimal number", cursor.offset);
  }
  const code = Number.parseInt(digits, 16);
  const isNone = code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
  if (isNone && !cursor.tolerant) {
    throw new HelmStops("found invalid Unicode character escape code", cursor.offset);
  }
  cursor.skip(2 + length);
  return code > 0x10ffff ? "\uFFFD" : String.fromCodePoint(code);
}

/** Reads a block scalar from its `|` or `>` on. `parent` is the column of what it belongs to; -1 at the top level. */
export function readBlock(cursor: HelmCursor, parent: number): HelmText {
  const start = cursor.offset;
  const isFolded = cursor.text.charAt(start) === ">";
  const { chomping, increment } = readHeader(cursor, start);
  const lines = new BlockLines(cursor, parent, increment > 0 ? Math.max(parent, 0) + increment : 0);
  let [value, ended] = ["", ""];
  let empty = lines.skipEmpty();
  let wasIndented = false;
  while (cursor.column === lines.indent && !cursor.isEnd()) {
    const isIndented = cursor.isBlank();
    const joins = isFolded && !wasIndented && !isIndented && ended.startsWith("\n");
    value += (joins ? (empty === "" ? " " : "") : ended) + empty;
    wasIndented = isIndented;
    const from = cursor.offset;
    while (!cursor.isBreakOrEnd()) cursor.skip();
    value += cursor.text.slice(from, cursor.offset);
    ended = cursor.isEnd() ? "" : cursor.readBreak();
    empty = lines.skipEmpty();
  }
  if (chomping !== "-") value += ended;
  if (chomping === "+") value += empty;
  return { value, end: lines.end };
}

function readHeader(cursor: HelmCursor, start: number): { chomping: string; increment: number } {
  const header = /[|>](?:([-+])(\d?)|(\d)([-+]?))?/y;
  header.lastIndex = start;
  const [whole = "|", before = "", digit = "", alone = "", behind = ""] = header.exec(cursor.text) ?? [];
  cursor.skip(whole.length);
  if (digit === "0" || alone === "0") throw new HelmStops("found an indentation indicator equal to 0", start);
  cursor.skipBlanks();
  cursor.skipComment();
  if (!cursor.isBreakOrEnd()) throw new HelmStops("did not find expected comment or line break", start);
  if (!cursor.isEnd()) cursor.readBreak();
  return { chomping: before + behind, increment: Number(digit + alone) };
}

/** Finds the lines of a block scalar, and their indentation if the header does not give it. */
class BlockLines {
  readonly #cursor: HelmCursor;
  readonly #parent: number;
  indent: number;
  /** Offset past the last line that belongs to the scalar. */
  end: number;

  constructor(cursor: HelmCursor, parent: number, indent: number) {
    this.#cursor = cursor;
    this.#parent = parent;
    this.indent = indent;
    this.end = cursor.offset;
  }

  /** Skips indentation and empty lines, and gives the line breaks of the empty lines. */
  skipEmpty(): string {
    const cursor = this.#cursor;
    const isInside = () => this.indent === 0 || cursor.column < this.indent;
    let [breaks, widest] = ["", 0];
    this.end = cursor.offset;
    for (;;) {
      while (isInside() && cursor.peek() === 0x20) cursor.skip();
      widest = Math.max(widest, cursor.column);
      if (isInside() && cursor.isTab()) {
        throw new HelmStops("found a tab character where an indentation space is expected", cursor.offset);
      }
      if (!cursor.isBreak()) break;
      breaks += cursor.readBreak();
      this.end = cursor.offset;
    }
    this.indent ||= Math.max(widest, this.#parent + 1, 1);
    return breaks;
  }
}
