/**
 * Text for a terminal. Only the functions here make it, so that nothing in a file, its name or a message moves the cursor, changes
 * colours or turns the direction of writing.
 */
export type TerminalText = string & { readonly terminal: true };

/** Control characters but for line breaks, and characters that change the direction of writing: Unicode 15, Cc and Bidi_Control. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is about these
const UNSAFE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** A text of others on one line: `\n` and other control characters are written as escapes. */
export function plain(text: string): TerminalText {
  return text.replaceAll("\n", "\\n").replace(UNSAFE, escaped) as TerminalText;
}

/** A text of others that keeps its lines. */
export function plainLines(text: string): TerminalText {
  return text.replaceAll("\r\n", "\n").replace(UNSAFE, escaped) as TerminalText;
}

/** A line of a file, in which each character takes as many columns as before: unsafe characters become a picture. Tabs stay. */
export function plainSource(line: string): TerminalText {
  return line.replace(UNSAFE, (character) => (character === "\t" ? "\t" : "\ufffd")) as TerminalText;
}

/** Text for a terminal from a template, into which only numbers and such text can be filled. */
export function terminal(fixed: TemplateStringsArray, ...filledIn: (TerminalText | number)[]): TerminalText {
  return String.raw({ raw: fixed.raw.map((_, index) => fixed[index] ?? "") }, ...filledIn) as TerminalText;
}

/** Parts one after the other. */
export function joined(parts: readonly TerminalText[], between: "" | " " | "\n" | ", "): TerminalText {
  return parts.join(between) as TerminalText;
}

/** The colours of text: none, or the codes of ECMA-48. */
export interface Palette {
  readonly bold: Paint;
  readonly faint: Paint;
  readonly red: Paint;
  readonly yellow: Paint;
  readonly blue: Paint;
  readonly green: Paint;
}

export type Paint = (text: TerminalText) => TerminalText;

const CODES = {
  bold: [1, 22],
  faint: [2, 22],
  red: [31, 39],
  yellow: [33, 39],
  blue: [34, 39],
  green: [32, 39],
};

/** The colours of a terminal, or none. */
export function palette(isColoured: boolean): Palette {
  const paint =
    ([on, off]: readonly number[]): Paint =>
    (text) =>
      isColoured && text !== "" ? (`\u001b[${on}m${text}\u001b[${off}m` as TerminalText) : text;
  return {
    bold: paint(CODES.bold),
    faint: paint(CODES.faint),
    red: paint(CODES.red),
    yellow: paint(CODES.yellow),
    blue: paint(CODES.blue),
    green: paint(CODES.green),
  };
}

function escaped(character: string): string {
  if (character === "\t") return "\\t";
  if (character === "\r") return "\\r";
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
