import * as l10n from "@vscode/l10n";
import { helmReasonOf } from "./helm-reasons.ts";
import type { SyntaxReason } from "./syntax-reasons.ts";

/** Which part of the text was set aside so that the rest can be read; `parent` is the value of a line above the failure. */
export type BrokenPart = "tab" | "line" | "value" | "parent" | "header" | "unclosed" | "rest";

/** What a user needs to know about a reason. */
function explain(reason: Exclude<SyntaxReason, "other">): string {
  switch (reason) {
    case "anchor":
      return l10n.t("An anchor (&name) or alias (*name) is malformed here.");
    case "block-header":
      return l10n.t("The header of this block text (| or >) is malformed.");
    case "directive":
      return l10n.t("A line that starts with % must be a directive, and this is not one. Put it in quotes.");
    case "empty-entry":
      return l10n.t("There is nothing between these two commas.");
    case "escape":
      return l10n.t('YAML does not recognize this escape in double quotes. Write "\\\\" for a backslash.');
    case "indentation":
      return l10n.t("The indentation of this line matches none of the lines above it.");
    case "low-indentation":
      return l10n.t("This line is not indented enough for the block that it is part of.");
    case "missing-comma":
      return l10n.t("A comma is missing between two entries in brackets.");
    case "no-colon":
      return l10n.t("This line is not a key: a key ends with a colon and a space.");
    case "no-continuation":
      return l10n.t("This line does not continue the lines above it. Check its indentation.");
    case "tab":
      return l10n.t("A tab cannot indent YAML. Use spaces.");
    case "tag":
      return l10n.t("YAML does not know this tag (a word that starts with an exclamation mark).");
    case "too-deep":
      return l10n.t("Lists and mappings are nested too deeply here.");
    case "unclosed-bracket":
      return l10n.t("This bracket is never closed.");
    case "unclosed-quote":
      return l10n.t("This quote is never closed.");
  }
}

/** Reasons that apply when a value as a whole was set aside: something is wrong inside it. */
const INSIDE: readonly SyntaxReason[] = [
  "anchor",
  "block-header",
  "empty-entry",
  "escape",
  "missing-comma",
  "tag",
];
/** Reasons for which the value of the line above may have been set aside. */
const BELOW: readonly SyntaxReason[] = ["indentation", "no-continuation"];

/** A key without its colon, alone on its line. */
const WORD = /^\w[\w.-]*$/;

/** Whether a line may be the beginning of a key that is being typed. */
export function isBeginningOfKey(line: string): boolean {
  return WORD.test(line);
}

/** What to say about the beginning of a key. */
export function explainBeginningOfKey(word: string): string {
  return l10n.t('"{0}" is not a key yet: write "{0}:" and a value.', word);
}

/** One sentence on why YAML cannot be read here; `source` is the part that was set aside. */
export function explainSyntaxError(
  { reason, words }: { readonly reason: SyntaxReason; readonly words: string },
  part: BrokenPart,
  source: string,
): string {
  return explainPart(reason, part, source) ?? explainReason(reason, words);
}

function explainReason(reason: SyntaxReason, words: string): string {
  return reason === "other" ? l10n.t("This is not valid YAML: {0}.", words) : explain(reason);
}

/** What can be told from the part itself about what is wrong with it. */
function explainPart(reason: SyntaxReason, part: BrokenPart, source: string): string | undefined {
  switch (part) {
    case "tab":
      return explain("tab");
    case "unclosed":
      return /^[[{]/.test(source) ? explain("unclosed-bracket") : explain("unclosed-quote");
    case "parent":
      return BELOW.includes(reason)
        ? l10n.t("Keys are indented below this value. A key has either a value or keys below it.")
        : undefined;
    case "line":
    case "rest":
      return explainLine(source);
    case "value":
      return INSIDE.includes(reason) ? undefined : explainValue(source);
    case "header":
      return undefined;
  }
}

function explainLine(source: string): string | undefined {
  if (isBeginningOfKey(source)) return explainBeginningOfKey(source);
  const parted = /^([A-Za-z][\w.-]*)[ \t]+([^\s:#][^\s:]*|"[^"]*"|'[^']*')(?:[ \t]+#.*)?$/.exec(source);
  if (parted) return l10n.t('A colon is missing: write "{0}: {1}".', parted[1] ?? "", parted[2] ?? "");
  const joined = /^([\w.-]+):([^\s:]+)$/.exec(source);
  if (joined)
    return l10n.t('A space is missing after the colon: write "{0}: {1}".', joined[1] ?? "", joined[2] ?? "");
  if (/^- *\t/.test(source)) return l10n.t("Helm refuses a tab after the dash of a list item. Use a space.");
  if (/^-(?: |$)/.test(source)) return l10n.t("A list item cannot be here, among keys or below a value.");
  if (/^"[^"]*$|^'[^']*$/.test(source)) return explain("unclosed-quote");
  if (/^\[[^\]]*$|^\{[^}]*$/.test(source)) return explain("unclosed-bracket");
  if (/^[\]}]+$/.test(source)) return l10n.t("This bracket closes nothing.");
  if (/^(?:<{7}|={7}|>{7}|\|{7})(?: |$)/.test(source)) {
    return l10n.t("This is a merge conflict marker. Choose one side and remove the markers.");
  }
  if (source.startsWith("{{"))
    return l10n.t("Helm does not render values files: a template cannot be used here.");
  if (/^[@`%]/.test(source))
    return l10n.t("A key cannot start with {0} unless it is in quotes.", source.charAt(0));
  return undefined;
}

function explainValue(source: string): string | undefined {
  const first = source.charAt(0);
  if (/^[@`%,]/.test(first)) return l10n.t("A value cannot start with {0} unless it is in quotes.", first);
  if (/^[\]}]/.test(first)) return l10n.t("This bracket closes nothing.");
  if (/^["']/.test(first))
    return l10n.t("More text follows the closing quote. Put the whole value inside the quotes.");
  if (/^[[{].*[\]}]/.test(source))
    return l10n.t("More text follows the closing bracket. Check the brackets.");
  if (/^-(?: |$)/.test(source))
    return l10n.t("A list cannot begin on the line of its key. Begin it on the next line, or use brackets.");
  if (/^\?(?: |$)/.test(source))
    return l10n.t("A value cannot start with ? and a space unless it is in quotes.");
  if (/:(?: |$)/.test(source)) return l10n.t("A value that contains a colon and a space must be in quotes.");
  return undefined;
}

/** One sentence on why Helm does not read a text that is valid YAML; `words` are those of its reader. */
export function explainHelmStop(words: string): string {
  switch (helmReasonOf(words)) {
    case "colon":
      return l10n.t("Helm expects a colon here: a key and its colon must be on the same line.");
    case "comma-or-brace":
      return l10n.t("Helm expects a comma or a closing brace here.");
    case "comma-or-bracket":
      return l10n.t("Helm expects a comma or a closing bracket here.");
    case "control-character":
      return l10n.t("Helm refuses this control character. Remove it.");
    case "end":
      return l10n.t("For Helm, the document ends here, and everything after it is ignored.");
    case "first-character":
      return l10n.t("Helm refuses a value that begins with this character. Put it in quotes.");
    case "key":
      return l10n.t("Helm expects a key here. Write a key before the colon.");
    case "no-key-here":
      return l10n.t("Helm does not allow a key here. A key has either a value or keys below it.");
    case "tab":
      return l10n.t("Helm refuses this tab. Use spaces.");
    case "tag":
      return l10n.t("This tag has no name after its exclamation marks, so Helm refuses it.");
    case "value":
      return l10n.t("A value is missing here, so Helm refuses the file.");
    case "other":
      return l10n.t("Helm refuses this: {0}.", words);
  }
}
