/** What the comment `# cap-operator: <word>` at the top of a file says. */
export interface Modeline {
  /** `unknown`: the word is not one of those that are understood. */
  readonly meaning: "values" | "operator" | "off" | "unknown";
  readonly word: string;
}

const MODELINE = /^\s*#\s*cap-operator\s*:\s*(\S*)/;
const MEANINGS: readonly string[] = ["values", "operator", "off"] satisfies Modeline["meaning"][];

/** The modeline of a text: the first one among the comments before anything else. */
export function findModeline(text: string): Modeline | undefined {
  let start = text.startsWith("\uFEFF") ? 1 : 0;
  while (start < text.length) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(start, Math.min(end, start + 200));
    const word = MODELINE.exec(line)?.[1];
    if (word !== undefined) {
      return { meaning: MEANINGS.includes(word) ? (word as Modeline["meaning"]) : "unknown", word };
    }
    if (!/^\s*(#|%|---\s*(#|$)|$)/.test(line)) {
      return undefined;
    }
    start = end + 1;
  }
  return undefined;
}

/** Whether a line is a comment that tells a tool something about the whole file. */
export function isModeline(line: string): boolean {
  return /^\s*#\s*(?:(?:cap-operator|yaml-language-server)\s*:|cap-operator-disable(?![\w-]))/.test(line);
}
