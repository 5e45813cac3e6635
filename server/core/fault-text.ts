import * as l10n from "@vscode/l10n";
import type { Fault } from "./yaml/fault.ts";
import type { HelmReason } from "./yaml/reader/helm-reasons.ts";

/** True if the sentence about a fault mentions Helm 4 as the one that refuses. */
export function saysHelm4({ code }: Fault): boolean {
  return code.startsWith("helm4-");
}

/** One sentence about a fault, with the remedy if that is not plain. */
export function faultText(fault: Fault): string {
  const sentence = SENTENCES[fault.code] as (fault: Fault) => string;
  return sentence(fault);
}

const SENTENCES: { readonly [Of in Fault as Of["code"]]: (fault: Of) => string } = {
  "after-index": () => l10n.t("Only `=`, `.` or `[` can follow an index."),
  anchor: () => l10n.t("An anchor (&name) or alias (*name) is malformed here."),
  "anchor-name": ({ name }) =>
    l10n.t('Helm allows only letters, digits, "_" and "-" in an anchor name, so it rejects "{0}".', name),
  "begun-key": ({ word }) => l10n.t('"{0}" is not a key yet: write "{0}:" and a value.', word),
  "block-header": () => l10n.t("The header of this block text (| or >) is malformed."),
  bullet: ({ character }) =>
    l10n.t('"{0}" does not begin an item of a list. Write a dash and a space.', character),
  "bracket-closes-nothing": () => l10n.t("This bracket closes nothing."),
  "circular-anchor": ({ name }) => l10n.t('The anchor "{0}" contains itself. Helm rejects this.', name),
  "colon-in-value": () => l10n.t("A value that contains a colon and a space must be in quotes."),
  "comma-in-key": ({ key }) =>
    l10n.t('The key "{0}" has no value before the comma. A comma inside a value is written `\\,`.', key),
  "conflict-marker": () => l10n.t("This is a merge conflict marker. Choose one side and remove the markers."),
  "dash-in-brackets": () => l10n.t("Items in brackets have no dash. Remove it."),
  directive: () =>
    l10n.t("A line that starts with % must be a directive, and this is not one. Put it in quotes."),
  "empty-entry": () => l10n.t("There is nothing between these two commas."),
  escape: () => l10n.t('YAML does not recognize this escape in double quotes. Write "\\\\" for a backslash.'),
  "escaped-slash": () => l10n.t("Helm does not recognize this escape. Write the slash without a backslash."),
  "forbidden-character": ({ number }) =>
    l10n.t("The character U+{0} is not allowed in YAML. Remove it.", number),
  "half-character": () =>
    l10n.t(
      "Helm rejects an escape for half a character. Write the character itself, or `\\U` with eight digits.",
    ),
  "helm-stop": ({ reason, words }) => HELM_STOPS[reason](words),
  "helm4-directive": () =>
    l10n.t("Helm 4 separates this directive from its document and rejects it. Remove the line."),
  "helm4-separator": () =>
    l10n.t("For Helm 4, every line that begins with `---` ends a document, so nothing else may be on it."),
  "helm4-utf-16": () => l10n.t("Helm 4 rejects this file because it is UTF-16. Save it as UTF-8."),
  indentation: () => l10n.t("The indentation of this line matches none of the lines above it."),
  "index-too-large": ({ most }) => l10n.t("An index can be at most {0}.", most),
  "infinite-number": () =>
    l10n.t("Helm rejects infinity and not-a-number. Put the value in quotes if you mean text."),
  "key-start": ({ character }) => l10n.t("A key cannot start with {0} unless it is in quotes.", character),
  "key-type": () => l10n.t("Helm rejects this key: a key must be text, a number or a boolean."),
  "key-without-value": ({ key }) => l10n.t('The key "{0}" has no value. Write `{0}=...`.', key),
  "line-break-character": () =>
    l10n.t("This text contains a character that Helm reads as a line break. Put the text in quotes."),
  "list-after-key": () =>
    l10n.t("A list cannot begin on the line of its key. Begin it on the next line, or use brackets."),
  "long-key": () => l10n.t("A key can have at most 1,024 characters, so Helm rejects this line."),
  "low-indentation": () => l10n.t("This line is not indented enough for the block that it is part of."),
  "merged-other": () => l10n.t("Only a mapping, or a list of mappings, can be merged with `<<`."),
  "merged-scalar": () =>
    l10n.t("A merge key (<<) takes a mapping or a list of mappings. Helm rejects anything else."),
  "misplaced-item": () => l10n.t("A list item cannot be here, among keys or below a value."),
  "missing-colon": ({ key, value }) => l10n.t('A colon is missing: write "{0}: {1}".', key, value),
  "missing-comma": () => l10n.t("A comma is missing between two entries in brackets."),
  "missing-dash": () => l10n.t("A dash is missing before this item of a list."),
  "missing-dash-space": () => l10n.t("A space is missing after the dash of a list item."),
  "missing-space": ({ key, value }) =>
    l10n.t('A space is missing after the colon: write "{0}: {1}".', key, value),
  "negative-index": () => l10n.t("A list index cannot be negative."),
  "nested-too-deeply": () =>
    l10n.t("Lists and mappings are nested too deeply here, so the file is not analyzed."),
  "nested-too-deeply-for-helm": () =>
    l10n.t("Lists and mappings are nested deeper than 10,000 levels, so Helm rejects the file."),
  "no-character": () => l10n.t("Helm rejects this escape, because no character has this number."),
  "no-colon": () => l10n.t("This line is not a key: a key ends with a colon and a space."),
  "no-continuation": () => l10n.t("This line does not continue the lines above it. Check its indentation."),
  "no-index": ({ text }) => l10n.t('"{0}" is not a list index.', text),
  "no-json": () => l10n.t("This is not JSON, so Helm rejects it."),
  "no-json-object": () => l10n.t("This is not a JSON object."),
  "no-text-file": () => l10n.t("This is not a text file, so Helm cannot read it."),
  "no-utf-8": () =>
    l10n.t("This is not valid UTF-8, so Helm rejects the whole file. Save the file as UTF-8."),
  "not-a-list": ({ is, key }) => notListText(key, is),
  "not-a-mapping": ({ is, key }) => notMappingText(key, is),
  "not-base64": () => l10n.t("This is not base64, which the tag `!!binary` requires."),
  "not-yaml": ({ words }) => l10n.t("This is not valid YAML: {0}.", words),
  "nothing-below-key": ({ key }) =>
    l10n.t('Nothing is set under "{0}": the key after the dot is empty.', key),
  "number-too-large": () => l10n.t("This number is too large, so Helm rejects it."),
  "other-sign": ({ key, value, character }) =>
    value === ""
      ? l10n.t('A colon belongs after a key, not "{0}": write "{1}:".', character, key)
      : l10n.t('A colon belongs after a key, not "{0}": write "{1}: {2}".', character, key, value),
  "other-space": ({ number }) =>
    l10n.t("The space U+{0} is text to YAML. Replace it with an ordinary space.", number),
  "question-mark": () => l10n.t("A value cannot start with ? and a space unless it is in quotes."),
  "refused-key": () => l10n.t("Helm rejects this key. Put it in quotes."),
  "stray-quote": () => l10n.t("This quote opens nothing, so it is a part of the text. Remove it."),
  tab: () => l10n.t("YAML does not allow tabs for indentation. Use spaces."),
  "tab-after-dash": () => l10n.t("Helm rejects a tab after the dash of a list item. Use a space."),
  "tab-line": () => l10n.t("Helm rejects a line that begins with a tab. Remove the tab."),
  tag: () => l10n.t("YAML does not know this tag (a word that starts with an exclamation mark)."),
  "tag-mismatch": ({ tag }) => l10n.t('This value does not fit its tag "{0}", so Helm rejects it.', tag),
  template: () => l10n.t("Helm does not render values files: a template cannot be used here."),
  "text-after-bracket": () => l10n.t("More text follows the closing bracket. Check the brackets."),
  "text-after-quote": () =>
    l10n.t("More text follows the closing quote. Put the whole value inside the quotes."),
  "too-deep": () => l10n.t("Lists and mappings are nested too deeply here."),
  "too-large": ({ size }) =>
    l10n.t("This file is larger than {0} MB (setting maxFileSize), so it is not analyzed.", megabytes(size)),
  "too-many-aliases": () =>
    l10n.t("The aliases of this document expand to too much text, so Helm rejects it."),
  "too-many-documents": ({ most }) =>
    l10n.t("This file has more than {0} documents, so it is not analyzed.", most),
  "too-many-errors": () =>
    l10n.t(
      "There are too many errors in this file to read around all of them: text below an error may be left out. Correct the first ones.",
    ),
  "too-many-empty-items": () => l10n.t("These indexes leave too many items empty."),
  "too-many-indexes": () => l10n.t("There are too many indexes in one key."),
  "too-many-names": ({ most }) => l10n.t("A key can have at most {0} names separated by dots.", most),
  "top-level": () =>
    l10n.t("The top level of a values file must be a mapping (`key: value`); Helm rejects anything else."),
  "trailing-comma": () => l10n.t("This comma is a part of the text. Remove it."),
  "unclosed-bracket": () => l10n.t("This bracket is never closed."),
  "unclosed-index": () => l10n.t("This index has no closing `]`."),
  "unclosed-list": () => l10n.t("This list has no closing `}`."),
  "unclosed-quote": () => l10n.t("This quote is never closed."),
  "unseen-character": ({ number }) =>
    l10n.t("The character U+{0} cannot be seen, and is text to YAML. Remove it.", number),
  "unknown-alias": ({ name }) => l10n.t('No anchor "&{0}" found above this alias.', name),
  "unknown-directive": () =>
    l10n.t(
      "A line that starts with % is a directive, and Helm rejects all except %YAML and %TAG. Remove it.",
    ),
  "unreadable-file": ({ name }) => l10n.t('The file "{0}" could not be read.', name),
  "value-above-keys": () =>
    l10n.t("Keys are indented below this value. A key has either a value or keys below it."),
  "value-start": ({ character }) =>
    l10n.t("A value cannot start with {0} unless it is in quotes.", character),
  "yaml-version": () => l10n.t("Helm reads YAML 1.1 only and rejects another version. Remove the line."),
};

/** The sentences for the reasons why Helm's own reader stops in a text that is valid YAML, with the words of that reader. */
const HELM_STOPS: Readonly<Record<HelmReason, (words: string) => string>> = {
  colon: () => l10n.t("Helm expects a colon here: a key and its colon must be on the same line."),
  "comma-or-brace": () => l10n.t("Helm expects a comma or a closing brace here."),
  "comma-or-bracket": () => l10n.t("Helm expects a comma or a closing bracket here."),
  "control-character": () => l10n.t("Helm rejects this control character. Remove it."),
  end: () => l10n.t("For Helm, the document ends here, and everything after it is ignored."),
  "first-character": () => l10n.t("Helm rejects a value that begins with this character. Put it in quotes."),
  key: () => l10n.t("Helm expects a key here. Write a key before the colon."),
  "no-key-here": () => l10n.t("Helm does not allow a key here. A key has either a value or keys below it."),
  tab: () => l10n.t("Helm rejects this tab. Use spaces."),
  tag: () => l10n.t("This tag has no name after its exclamation marks, so Helm rejects it."),
  value: () => l10n.t("A value is missing here, so Helm rejects the file."),
  other: (words) => l10n.t("Helm rejects this: {0}.", words),
};

function notMappingText(key: string, is: "null" | "list" | "scalar"): string {
  switch (is) {
    case "null":
      return l10n.t(
        '"{0}" is null in the values before this entry, not a mapping, so Helm rejects it. Remove that null, or give it a value.',
        key,
      );
    case "list":
      return l10n.t(
        '"{0}" is a list in the values before this entry, not a mapping, so Helm rejects it.',
        key,
      );
    case "scalar":
      return l10n.t(
        '"{0}" is a scalar in the values before this entry, not a mapping, so Helm rejects it.',
        key,
      );
  }
}

function notListText(key: string, is: "null" | "mapping" | "scalar"): string {
  switch (is) {
    case "null":
      return l10n.t(
        '"{0}" is null in the values before this entry, not a list, so Helm rejects it. Remove that null, or give it a value.',
        key,
      );
    case "mapping":
      return l10n.t(
        '"{0}" is a mapping in the values before this entry, not a list, so Helm rejects it.',
        key,
      );
    case "scalar":
      return l10n.t(
        '"{0}" is a scalar in the values before this entry, not a list, so Helm rejects it.',
        key,
      );
  }
}

function megabytes(size: number): string {
  return (size / 1024 / 1024).toFixed(size < 1024 * 1024 ? 2 : 0);
}
