/** What Enter does at the end of a line: where the next line begins, seen from the column of this one. */
export interface EnterRule {
  /** The line up to the cursor. */
  readonly before: RegExp;
  /** Whether the next line goes one level deeper, by the editor's own indentation. */
  readonly deeper: boolean;
  /** Blanks that the next line gets on top of that. */
  readonly append: string;
}

const KEY = `(?:[^\\s#'"[\\]{},&*!|>%@\`:-][^\\s:#]*|"[^"]*"|'[^']*'):`;
/** Nothing stands behind the colon but what may stand above a value: an anchor, the sign of a block text, a comment. */
const OPENS = `${KEY}(?:\\s+&\\S+)?(?:\\s+[|>][-+\\d]*)?(?:\\s+#.*)?$`;
/** A value, or the blank where one would be; brackets that are open know where they go on. */
const VALUE = `${KEY}\\s(?:.*[^\\s[{(,])?\\s*$`;

/**
 * Enter in YAML: below a key without a value the next line is one level deeper; behind the first key of a list item it begins at
 * the item's keys, not at its dash.
 */
export const ENTER_RULES: readonly EnterRule[] = [
  ...[1, 2, 3].flatMap((blanks) => {
    const item = `^\\s*-${" ".repeat(blanks)}`;
    const append = " ".repeat(1 + blanks);
    return [
      { before: new RegExp(item + OPENS), deeper: true, append },
      { before: new RegExp(item + VALUE), deeper: false, append },
    ];
  }),
  { before: new RegExp(`^\\s*${OPENS}`), deeper: true, append: "" },
];

/** Whether a text that came into a file is a line break with its indentation, as Enter writes it. */
export function isLineBreak(text: string): boolean {
  return /^\r?\n[ \t]*$/.test(text);
}
