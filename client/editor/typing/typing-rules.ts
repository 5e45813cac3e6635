/** The effect of Enter at the end of a line: the indentation of the next line, relative to this one. */
interface EnterRule {
  /** The line up to the cursor. */
  readonly before: RegExp;
  /** True if the next line is one level deeper, by the editor's indentation. */
  readonly deeper: boolean;
  /** Blanks that the next line gets on top of that. */
  readonly append: string;
  /**
   * The number of inherited blanks that the rule removes and writes again. Shift+Tab counts blanks that a rule adds as indentation only if the
   * rule also removes as many as one level has; otherwise a line two blanks after its dash would go past the dash.
   */
  readonly rewritten: number;
}

const KEY = `(?:[^\\s#'"[\\]{},&*!|>%@\`:-][^\\s:#]*|"[^"]*"|'[^']*'):`;
/** Nothing follows the colon but what may come before a value on the next line: an anchor, a tag, the header of a block scalar, a comment. */
const OPENS = `${KEY}(?:\\s+[&!]\\S+){0,2}(?:\\s+[|>][-+\\d]*)?(?:\\s+#.*)?$`;
/** A value, or the blank where one would be; not the end of a line with an open bracket or a comma, which continues in its own way. */
const VALUE = `${KEY}\\s(?:.*[^\\s[{(,])?\\s*$`;

/** The widest indentation level in common use. */
const LEVEL = 4;

/**
 * Enter in YAML: below a key without a value, the next line is one level deeper. After the first key of a list item, it begins at
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

/** The indentation of the next line if Enter is pressed after `before`, in an editor that indents by `indent` blanks. */
export function indentationBelow(before: string, indent: number): string {
  const kept = /^[ \t]*/.exec(before)?.[0] ?? "";
  const rule = ENTER_RULES.find((candidate) => candidate.before.test(before));
  return rule ? kept + " ".repeat(rule.deeper ? indent : 0) + rule.append : kept;
}

/** The indentation after a line break as Enter writes it; undefined for text that was inserted in another way. */
export function typedIndentation(text: string): string | undefined {
  return /^\r?\n([ \t]*)$/.exec(text)?.[1];
}

/** True if a line is the comment that names the chart of a file, and ends with a complete version. */
export function namesVersion(line: string): boolean {
  return /^\s*#\s*cap-operator\s*:.*\sversion=\d+\.\d+\.\d+$/.test(line);
}

/** True if a line ends with an amount with its unit, such as `2h` or `512Mi`: nothing has to be typed behind it. */
export function endsWithAmount(line: string): boolean {
  return /[:-] +\d+(?:\.\d+)?(?:[munμ]?s|[mhkMGTPE]|[KMGTPE]i)$/.test(line);
}

/** `editor.quickSuggestions` for one kind of text; older settings have booleans. */
type WhileTyping = boolean | "on" | "off" | "inline" | "offWhenInlineCompletions";

/** The values of `editor.quickSuggestions` for a document, in the places where the editor looks for it. */
interface QuickSuggestions {
  /** The values that the person or the workspace has set, for all languages or for this one. */
  readonly chosen: readonly unknown[];
  /** The default of the editor or of its extensions for this language. */
  readonly preset: unknown;
}

/**
 * Tells if suggestions have to be opened for the person while a word is typed. In YAML, every plain word is a string to the
 * editor. Newer editors have `strings: on` for YAML (the built-in extension `yaml`), older ones keep quiet in strings. A choice
 * of the person is respected.
 */
export function needsOpening({ chosen, preset }: QuickSuggestions): boolean {
  if (chosen.some((value) => value !== undefined)) return false;
  if (typeof preset !== "object" || preset === null) return false;
  const { strings } = preset as { readonly strings?: WhileTyping };
  return strings === false || strings === "off";
}

/** True if `typed` is the first letter of a word; `before` is the line in front of it. */
export function beginsWord(before: string, typed: string): boolean {
  return /^[A-Za-z]$/.test(typed) && !/[\w-]$/.test(before);
}

/** A change of a text as an editor reports it. Its lines are those of the text before all changes of the same event. */
export interface TextChange {
  readonly range: { readonly start: { readonly line: number }; readonly end: { readonly line: number } };
  readonly text: string;
}

/** The lines on which the inserted texts end, in the text after all changes. */
export function linesBehind(changes: readonly TextChange[]): number[] {
  let moved = 0;
  return changes
    .toSorted((a, b) => a.range.start.line - b.range.start.line)
    .map(({ range, text }) => {
      const added = text.split("\n").length - 1;
      const end = range.start.line + moved + added;
      moved += added - (range.end.line - range.start.line);
      return end;
    });
}

/** True if the changes affect a line, which is counted as before them. */
export function isChanged(line: number, changes: readonly TextChange[]): boolean {
  return changes.some(({ range }) => range.start.line <= line && line <= range.end.line);
}
