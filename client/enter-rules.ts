/** What Enter does at the end of a line: where the next line begins, seen from the column of this one. */
export interface EnterRule {
  /** The line up to the cursor. */
  readonly before: RegExp;
  /** Whether the next line goes one level deeper, by the editor's own indentation. */
  readonly deeper: boolean;
  /** Blanks that the next line gets on top of that. */
  readonly append: string;
  /**
   * How many of the blanks to take over are written by the rule itself. For Shift+Tab, an editor does not count what a rule adds
   * as indentation: a line two blanks behind its dash would go past the dash. It does count where the rule also takes away as
   * many as one level has.
   */
  readonly rewritten: number;
}

const KEY = `(?:[^\\s#'"[\\]{},&*!|>%@\`:-][^\\s:#]*|"[^"]*"|'[^']*'):`;
/** Nothing stands behind the colon but what may stand above a value: an anchor, the sign of a block text, a comment. */
const OPENS = `${KEY}(?:\\s+&\\S+)?(?:\\s+[|>][-+\\d]*)?(?:\\s+#.*)?$`;
/** A value, or the blank where one would be; brackets that are open know where they go on. */
const VALUE = `${KEY}\\s(?:.*[^\\s[{(,])?\\s*$`;

/** The widest level that people usually indent by. */
const LEVEL = 4;

/**
 * Enter in YAML: below a key without a value the next line is one level deeper; behind the first key of a list item it begins at
 * the item's keys, not at its dash.
 */
export const ENTER_RULES: readonly EnterRule[] = [
  ...[1, 2, 3].flatMap((blanks) => {
    const item = `^\\s*-${" ".repeat(blanks)}`;
    const append = " ".repeat(1 + blanks);
    return [
      { before: new RegExp(item + OPENS), deeper: true, append, rewritten: 0 },
      { before: new RegExp(`^ {${LEVEL}}${item.slice(1)}${VALUE}`), deeper: false, append, rewritten: LEVEL },
      { before: new RegExp(item + VALUE), deeper: false, append, rewritten: 0 },
    ];
  }),
  { before: new RegExp(`^\\s*${OPENS}`), deeper: true, append: "", rewritten: 0 },
];

/** The indentation of the line below a line that is ended where the cursor is, in an editor that indents by `indent` blanks. */
export function indentationBelow(before: string, indent: number): string {
  const own = /^[ \t]*/.exec(before)?.[0] ?? "";
  const rule = ENTER_RULES.find((candidate) => candidate.before.test(before));
  return rule ? own + " ".repeat(rule.deeper ? indent : 0) + rule.append : own;
}

/** The indentation behind a line break as Enter writes it; nothing for a text that came in another way. */
export function typedIndentation(text: string): string | undefined {
  return /^\r?\n([ \t]*)$/.exec(text)?.[1];
}
