/** What `editor.quickSuggestions` says about texts of one kind: older settings have booleans. */
type WhileTyping = boolean | "on" | "off" | "inline" | "offWhenInlineCompletions";

/** The values of `editor.quickSuggestions` for a document, in the places where the editor looks for it. */
export interface QuickSuggestions {
  /** What the person or the workspace has set, for all languages or for this one. */
  readonly chosen: readonly unknown[];
  /** The editor's own value, or that of its extensions, for this language. */
  readonly preset: unknown;
}

/**
 * Whether suggestions have to be opened for the person while a word is typed. In YAML, every plain word is a string to the editor.
 * Newer editors have `strings: on` for YAML (the built-in extension `yaml`), older ones keep quiet in strings. What the person has
 * chosen is respected.
 */
export function needsOpening({ chosen, preset }: QuickSuggestions): boolean {
  if (chosen.some((value) => value !== undefined)) return false;
  if (typeof preset !== "object" || preset === null) return false;
  const { strings } = preset as { readonly strings?: WhileTyping };
  return strings === false || strings === "off";
}

/** Whether what was typed after `before`, the text of the line in front of it, is the first letter of a word. */
export function beginsWord(before: string, typed: string): boolean {
  return /^[A-Za-z]$/.test(typed) && !/[\w-]$/.test(before);
}
