/*
 * What a place in a text is, told by the characters around it and whatever the rest of the text is: blanks and comments, quotes,
 * marks in front of values, the ends of brackets. It works while a text is being written and nothing of it can be read yet.
 */

const [TAB, LINE_FEED, CARRIAGE_RETURN, SPACE, HASH] = [0x09, 0x0a, 0x0d, 0x20, 0x23];

/** Whether a character ends a line. */
export function isLineBreak(code: number): boolean {
  return code === LINE_FEED || code === CARRIAGE_RETURN;
}

/** Whether a character is a space, a tab or the end of a line, and so belongs to nothing. */
export function isBlank(code: number): boolean {
  return code === SPACE || code === TAB || isLineBreak(code);
}

/** The first offset from `from`, the end of what was read last, that is neither blank nor in a comment. */
export function skipBlanks(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === HASH && (at === from || isBlank(text.charCodeAt(at - 1)))) at = lineEnd(text, at);
    else if (!isBlank(code)) break;
  }
  return at;
}

/** Behind the bracket that closes a collection whose last entry ends at `from`. */
export function flowEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "]" || char === "}") return at + 1;
    if (char === "#") at = lineEnd(text, at);
  }
  return text.length;
}

/** Whether a colon at an offset stands between a key and its value, and does not begin a text. */
export function isColon(text: string, at: number, flow: boolean): boolean {
  return text.charAt(at) === ":" && (flow || at + 1 >= text.length || isBlank(text.charCodeAt(at + 1)));
}

/**
 * Offset of the quote that closes the text in quotes that begins at `open`, if it is on the same line. A quote behind a backslash, or
 * twice between single quotes, is a part of the text.
 */
export function closingQuote(text: string, open: number): number | undefined {
  const quote = text.charAt(open);
  for (let at = open + 1; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "\n") return undefined;
    if (char === "\\" && quote === '"') at++;
    else if (char === quote) {
      if (quote === '"' || text.charAt(at + 1) !== quote) return at;
      at++;
    }
  }
  return undefined;
}

/** The anchor and the tag in front of a value, with the blanks behind them. */
export interface Marks {
  readonly length: number;
  readonly tag?: string;
}

/** What of that stands at an offset; a mark that nothing stands behind, not even a blank, may still be being typed. */
export function marksAt(text: string, offset: number): Marks {
  const [{ length } = "", first, second] =
    /^([&!][^\s,[\]{}]+)[ \t]+(?:([&!][^\s,[\]{}]+)[ \t]+)?/.exec(text.slice(offset, offset + LONGEST)) ?? [];
  const tag = [first, second].find((mark) => mark?.startsWith("!"));
  return { length, ...(tag === undefined ? {} : { tag }) };
}

/** More than anybody writes in front of a value. */
const LONGEST = 300;

function lineEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isLineBreak(text.charCodeAt(at))) at++;
  return at;
}
