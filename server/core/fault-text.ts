import * as l10n from "@vscode/l10n";
import type { Fault } from "./yaml/fault.ts";
import type { HelmReason } from "./yaml/reader/helm-reasons.ts";

/** Whether the sentence about a fault says that it is Helm 4 that refuses. */
export function saysHelm4({ code }: Fault): boolean {
  return code.startsWith("helm4-");
}

/** One sentence about a fault, with what to do about it if that is not plain. */
export function faultText(fault: Fault): string {
  switch (fault.code) {
    case "after-index":
      return l10n.t("Only `=`, `.` or `[` can follow an index.");
    case "anchor":
      return l10n.t("An anchor (&name) or alias (*name) is malformed here.");
    case "anchor-name":
      return l10n.t(
        'Helm allows only letters, digits, "_" and "-" in an anchor name, so it refuses "{0}".',
        fault.name,
      );
    case "begun-key":
      return l10n.t('"{0}" is not a key yet: write "{0}:" and a value.', fault.word);
    case "block-header":
      return l10n.t("The header of this block text (| or >) is malformed.");
    case "bracket-closes-nothing":
      return l10n.t("This bracket closes nothing.");
    case "circular-anchor":
      return l10n.t('The anchor "{0}" contains itself. Helm refuses this.', fault.name);
    case "colon-in-value":
      return l10n.t("A value that contains a colon and a space must be in quotes.");
    case "comma-in-key":
      return l10n.t(
        'The key "{0}" has no value before the comma. A comma inside a value is written `\\,`.',
        fault.key,
      );
    case "conflict-marker":
      return l10n.t("This is a merge conflict marker. Choose one side and remove the markers.");
    case "directive":
      return l10n.t("A line that starts with % must be a directive, and this is not one. Put it in quotes.");
    case "empty-entry":
      return l10n.t("There is nothing between these two commas.");
    case "escape":
      return l10n.t('YAML does not recognize this escape in double quotes. Write "\\\\" for a backslash.');
    case "escaped-slash":
      return l10n.t("Helm does not recognize this escape. Write the slash without a backslash.");
    case "forbidden-character":
      return l10n.t("The character U+{0} is not allowed in YAML. Remove it.", fault.number);
    case "half-character":
      return l10n.t(
        "Helm refuses an escape for half a character. Write the character itself, or `\\U` with eight digits.",
      );
    case "helm-stop":
      return helmStopText(fault.reason, fault.words);
    case "helm4-directive":
      return l10n.t("Helm 4 separates this directive from its document and refuses it. Remove the line.");
    case "helm4-separator":
      return l10n.t(
        "For Helm 4, every line that begins with `---` ends a document, so nothing else may be on it.",
      );
    case "helm4-utf-16":
      return l10n.t("Helm 4 refuses this file because it is UTF-16. Save it as UTF-8.");
    case "indentation":
      return l10n.t("The indentation of this line matches none of the lines above it.");
    case "index-too-large":
      return l10n.t("An index can be at most {0}.", fault.most);
    case "infinite-number":
      return l10n.t("Helm refuses infinity and not-a-number. Put the value in quotes if you mean text.");
    case "key-start":
      return l10n.t("A key cannot start with {0} unless it is in quotes.", fault.character);
    case "key-type":
      return l10n.t("Helm refuses this key: a key must be a string, a number or a boolean.");
    case "key-without-value":
      return l10n.t('The key "{0}" has no value. Write `{0}=...`.', fault.key);
    case "line-break-character":
      return l10n.t(
        "This text contains a character that Helm reads as a line break. Put the text in quotes.",
      );
    case "list-after-key":
      return l10n.t(
        "A list cannot begin on the line of its key. Begin it on the next line, or use brackets.",
      );
    case "low-indentation":
      return l10n.t("This line is not indented enough for the block that it is part of.");
    case "merged-other":
      return l10n.t("Only a mapping, or a list of mappings, can be merged with `<<`.");
    case "merged-scalar":
      return l10n.t("A merge key (<<) takes a mapping or a list of mappings. Helm refuses anything else.");
    case "misplaced-item":
      return l10n.t("A list item cannot be here, among keys or below a value.");
    case "missing-colon":
      return l10n.t('A colon is missing: write "{0}: {1}".', fault.key, fault.value);
    case "missing-comma":
      return l10n.t("A comma is missing between two entries in brackets.");
    case "missing-space":
      return l10n.t('A space is missing after the colon: write "{0}: {1}".', fault.key, fault.value);
    case "negative-index":
      return l10n.t("A list index cannot be negative.");
    case "nested-too-deeply":
      return l10n.t("Lists and mappings are nested too deeply here, so the file is not analyzed.");
    case "nested-too-deeply-for-helm":
      return l10n.t("Lists and mappings are nested deeper than 10,000 levels, so Helm refuses the file.");
    case "no-character":
      return l10n.t("Helm refuses this escape, because no character has this number.");
    case "no-colon":
      return l10n.t("This line is not a key: a key ends with a colon and a space.");
    case "no-continuation":
      return l10n.t("This line does not continue the lines above it. Check its indentation.");
    case "no-index":
      return l10n.t('"{0}" is not a list index.', fault.text);
    case "no-json":
      return l10n.t("This is not JSON, so Helm refuses it.");
    case "no-json-object":
      return l10n.t("This is not a JSON object.");
    case "no-text-file":
      return l10n.t("This is not a text file, so Helm cannot read it.");
    case "no-utf-8":
      return l10n.t("This is not valid UTF-8, so Helm refuses the whole file. Save the file as UTF-8.");
    case "not-a-list":
      return notListText(fault.key, fault.is);
    case "not-a-mapping":
      return notMappingText(fault.key, fault.is);
    case "not-base64":
      return l10n.t("This is not base64, which the tag `!!binary` requires.");
    case "not-yaml":
      return l10n.t("This is not valid YAML: {0}.", fault.words);
    case "nothing-below-key":
      return l10n.t('Nothing is set under "{0}": the key after the dot is empty.', fault.key);
    case "number-too-large":
      return l10n.t("This number is too large, so Helm refuses it.");
    case "question-mark":
      return l10n.t("A value cannot start with ? and a space unless it is in quotes.");
    case "refused-key":
      return l10n.t("Helm refuses this key. Put it in quotes.");
    case "tab":
      return l10n.t("A tab cannot indent YAML. Use spaces.");
    case "tab-after-dash":
      return l10n.t("Helm refuses a tab after the dash of a list item. Use a space.");
    case "tab-line":
      return l10n.t("Helm refuses a line that begins with a tab. Remove the tab.");
    case "tag":
      return l10n.t("YAML does not know this tag (a word that starts with an exclamation mark).");
    case "tag-mismatch":
      return l10n.t('This value does not fit its tag "{0}", so Helm refuses it.', fault.tag);
    case "template":
      return l10n.t("Helm does not render values files: a template cannot be used here.");
    case "text-after-bracket":
      return l10n.t("More text follows the closing bracket. Check the brackets.");
    case "text-after-quote":
      return l10n.t("More text follows the closing quote. Put the whole value inside the quotes.");
    case "too-deep":
      return l10n.t("Lists and mappings are nested too deeply here.");
    case "too-large":
      return l10n.t("This file is larger than {0} MB, so it is not analyzed.", megabytes(fault.size));
    case "too-many-aliases":
      return l10n.t("The aliases of this document repeat too much of it, so Helm refuses it.");
    case "too-many-empty-items":
      return l10n.t("These indexes leave too many items empty.");
    case "too-many-indexes":
      return l10n.t("There are too many indexes in one key.");
    case "too-many-names":
      return l10n.t("A key can have at most {0} names separated by dots.", fault.most);
    case "top-level":
      return l10n.t(
        "The top level of a values file must be a mapping (`key: value`); Helm refuses anything else.",
      );
    case "unclosed-bracket":
      return l10n.t("This bracket is never closed.");
    case "unclosed-index":
      return l10n.t("This index has no closing `]`.");
    case "unclosed-list":
      return l10n.t("This list has no closing `}`.");
    case "unclosed-quote":
      return l10n.t("This quote is never closed.");
    case "unknown-alias":
      return l10n.t('No anchor "&{0}" found above this alias.', fault.name);
    case "unknown-directive":
      return l10n.t(
        "A line that starts with % is a directive, and Helm refuses all except %YAML and %TAG. Remove it.",
      );
    case "unreadable-file":
      return l10n.t('The file "{0}" could not be read.', fault.name);
    case "value-above-keys":
      return l10n.t("Keys are indented below this value. A key has either a value or keys below it.");
    case "value-start":
      return l10n.t("A value cannot start with {0} unless it is in quotes.", fault.character);
    case "yaml-version":
      return l10n.t("Helm reads YAML 1.1 only and refuses another version. Remove the line.");
  }
}

/** Why Helm's own reader stops in a text that is valid YAML; `words` are those of that reader. */
function helmStopText(reason: HelmReason, words: string): string {
  switch (reason) {
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

function notMappingText(key: string, is: "null" | "list" | "scalar"): string {
  switch (is) {
    case "null":
      return l10n.t(
        '"{0}" is null in the values before this entry, not a mapping, so Helm refuses it. Remove that null, or give it a value.',
        key,
      );
    case "list":
      return l10n.t(
        '"{0}" is a list in the values before this entry, not a mapping, so Helm refuses it.',
        key,
      );
    case "scalar":
      return l10n.t(
        '"{0}" is a scalar in the values before this entry, not a mapping, so Helm refuses it.',
        key,
      );
  }
}

function notListText(key: string, is: "null" | "mapping" | "scalar"): string {
  switch (is) {
    case "null":
      return l10n.t(
        '"{0}" is null in the values before this entry, not a list, so Helm refuses it. Remove that null, or give it a value.',
        key,
      );
    case "mapping":
      return l10n.t(
        '"{0}" is a mapping in the values before this entry, not a list, so Helm refuses it.',
        key,
      );
    case "scalar":
      return l10n.t(
        '"{0}" is a scalar in the values before this entry, not a list, so Helm refuses it.',
        key,
      );
  }
}

function megabytes(size: number): string {
  return (size / 1024 / 1024).toFixed(size < 1024 * 1024 ? 2 : 0);
}
