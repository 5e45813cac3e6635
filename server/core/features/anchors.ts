import * as l10n from "@vscode/l10n";
import type { Position, Range, TextEdit } from "vscode-languageserver-types";
import type { Analysis } from "../semantics/analysis.ts";
import { type AnchorName, namedAt } from "../semantics/anchor-names.ts";
import type { ValuePlace } from "../semantics/origin-text.ts";
import { isAnchorName } from "../values/helm-syntax.ts";

/** The place of an alias's anchor: its name, and the value that it names. */
interface AnchorPlace {
  readonly name: Range;
  readonly value: Range;
}

/** The anchor that the alias at a position refers to, or `null`. */
export function definition(analysis: Analysis, position: Position): AnchorPlace | null {
  const { found, value, same } = namedAt(analysis, position) ?? {};
  const anchor = same?.find(({ node }) => node === value);
  if (!value || found?.node.target === undefined || !anchor) return null;
  return {
    name: analysis.range(anchor.start, anchor.end),
    value: analysis.range(anchor.start - 1, value.offset + value.length),
  };
}

/** The anchor or alias at a position, and all others that name the same value; `undefined` at another position. */
export function anchorReferences(
  analysis: Analysis,
  position: Position,
  withAnchor: boolean,
): readonly ValuePlace[] | undefined {
  const { same, value } = namedAt(analysis, position) ?? {};
  const { uri } = analysis.text;
  return same
    ?.filter(({ node }) => withAnchor || node !== value)
    .map(({ start, end }) => {
      const name = analysis.range(start, end);
      return { uri, name, whole: name };
    });
}

/** The name of the anchor or alias at a position, which can be renamed, or `null`. */
export function renameRange(analysis: Analysis, position: Position): Range | null {
  const { found, same } = namedAt(analysis, position) ?? {};
  const isOurs = same && renamed(analysis, same, found?.node.anchor ?? found?.node.alias ?? "");
  return found && isOurs ? analysis.range(found.start, found.end) : null;
}

/** A new name for an anchor and its aliases: the edits, or the reason against it. */
type Renaming = { readonly edits: TextEdit[] } | { readonly refusal: string };

/** Renames an anchor and its aliases; `undefined` at another position. */
export function rename(analysis: Analysis, position: Position, newName: string): Renaming | undefined {
  const named = namedAt(analysis, position);
  if (!isAnchorName(newName)) {
    return {
      refusal: l10n.t('Helm allows only letters from A to Z, digits, "_" and "-" in an anchor name.'),
    };
  }
  if (!named) return undefined;
  const { same, all, value } = named;
  if (all.some(({ node }) => node !== value && node.anchor === newName)) {
    return {
      refusal: l10n.t(
        'There is already an anchor "{0}", and aliases would get another value. Choose another name.',
        newName,
      ),
    };
  }
  const edits = renamed(analysis, same, newName);
  return edits
    ? { edits }
    : { refusal: l10n.t("The anchor is also used outside of the values. Rename it by hand.") };
}

/** The edits that write another name; `undefined` if one of the places is in the document around the values. */
function renamed(analysis: Analysis, names: readonly AnchorName[], newName: string): TextEdit[] | undefined {
  return analysis.textEdits(names.map(({ start, end }) => ({ start, end, text: newName })));
}
