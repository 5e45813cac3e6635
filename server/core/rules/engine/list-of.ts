import * as l10n from "@vscode/l10n";

/** A key, or a piece of YAML, as a sentence names it: in the quotes of the reader's language. */
export function quoted(text: string): string {
  return l10n.t('"{0}"', text);
}

/** Names as a sentence lists them: `a, b and c`. */
export function listOf(names: readonly string[], word: "and" | "or"): string {
  const last = names.at(-1) ?? "";
  if (names.length < 2) return last;
  const others = names.slice(0, -1).join(", ");
  return word === "and" ? l10n.t("{0} and {1}", others, last) : l10n.t("{0} or {1}", others, last);
}
