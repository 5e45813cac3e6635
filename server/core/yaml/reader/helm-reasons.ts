/** The reasons for which Helm refuses valid YAML, as far as messages distinguish them. `other` is everything rare. */
export type HelmReason =
  | "colon"
  | "comma-or-brace"
  | "comma-or-bracket"
  | "control-character"
  | "end"
  | "first-character"
  | "key"
  | "no-key-here"
  | "other"
  | "tab"
  | "tag"
  | "value";

/** The reasons of Helm's own reader (libyaml), which it gives only in words. */
const REASONS: ReadonlyMap<string, HelmReason> = new Map<string, HelmReason>([
  ["control characters are not allowed", "control-character"],
  ["could not find expected ':'", "colon"],
  ["did not find expected ',' or ']'", "comma-or-bracket"],
  ["did not find expected ',' or '}'", "comma-or-brace"],
  ["did not find expected key", "key"],
  ["did not find expected node content", "value"],
  ["did not find expected tag URI", "tag"],
  ["found character that cannot start any token", "first-character"],
  ["mapping values are not allowed in this context", "no-key-here"],
  ["text after the end of the document", "end"],
]);

/** The reason that Helm's reader means by these words. */
export function helmReasonOf(words: string): HelmReason {
  return words.includes("tab character") ? "tab" : (REASONS.get(words) ?? "other");
}
