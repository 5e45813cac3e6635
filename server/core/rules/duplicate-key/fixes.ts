import * as l10n from "@vscode/l10n";
import { pathText } from "../../schema/markdown.ts";
import { keySource, rangeOf } from "../../yaml/lookup.ts";
import { type Conflict, conflictsOf, isSameValue } from "../../yaml/merge-conflicts.ts";
import { cut } from "../../yaml/shown.ts";
import type { PropertyNode } from "../../yaml/tree.ts";
import { holdsAnchor } from "../engine/anchors.ts";
import { fixWith, removeKeyFix } from "../engine/fixes.ts";
import type { Edit, Fix, RuleContext } from "../engine/rule.ts";
import { joinNames, quoted } from "../engine/sentences.ts";

/** The largest number of values that a title names. */
const MOST_NAMED = 3;
const LONGEST_VALUE = 40;

/**
 * The fixes of a key that its mapping has twice. Content of only one of the two is given up only if a person chooses that: two mappings
 * become one, and of two values either can be kept.
 */
export function duplicateFixes(context: RuleContext, property: PropertyNode, kept: PropertyNode): Fix[] {
  const { value } = property.keyNode;
  const isEmpty = property.valueNode.type === "null" && property.valueNode.length === 0;
  if (isEmpty || isSameValue(property.valueNode, kept.valueNode)) {
    const edits = removalOf(context, property, kept);
    return fixWith(l10n.t('Remove this "{0}"', value), edits, { preferred: !holdsAnchor(property) });
  }
  const conflicts = conflictsOf(property, kept);
  if (!conflicts) {
    const { edit } = context.document.at(kept);
    return [
      ...fixWith(keeping(context, kept), removalOf(context, property, kept)),
      ...fixWith(keeping(context, property), edit.remove()),
    ];
  }
  const removal = removeKeyFix(context, property, {}, l10n.t('Remove this "{0}"', value));
  if (conflicts.length === 0) {
    const edits = mergeOf(context, property, kept, kept);
    return [...fixWith(l10n.t('Merge both "{0}"', value), edits, { preferred: true }), ...removal];
  }
  const merges = [kept, property].flatMap((winner) =>
    fixWith(mergeTitle(context, conflicts, winner), mergeOf(context, property, kept, winner)),
  );
  return [...merges, ...removal];
}

/** Puts two keys in quotes that are written in different words and are one for Helm; nothing if they are written alike. */
export function quoteKeysFix({ analysis }: RuleContext, properties: readonly PropertyNode[]): Fix[] {
  const { text } = analysis.file;
  const keys = properties.map((property) => ({
    ...rangeOf(property.keyNode),
    source: keySource(text, property),
  }));
  const [first, second] = keys;
  if (!first?.source || !second?.source || first.source === second.source) return [];
  const edits = keys.map(({ start, end, source = "" }) => ({ start, end, text: JSON.stringify(source) }));
  const isInPlace = keys.every(({ start, end, source }) => text.slice(start, end) === source);
  const title = l10n.t("Quote: {0}", edits.map((edit) => edit.text).join(", "));
  return isInPlace ? fixWith(title, edits, { preferred: true }) : [];
}

/** A comment above a key that is repeated on the next line is about both, so it stays. */
function removalOf({ analysis, document }: RuleContext, property: PropertyNode, kept: PropertyNode): Edit[] {
  const { lines } = analysis;
  const edits = document.at(property).edit.remove();
  const line = lines.lineAt(property.offset);
  if (lines.lineAt(kept.offset) !== line + 1) return edits;
  return edits.map((edit) => ({ ...edit, start: Math.max(edit.start, lines.start(line)) }));
}

/** Merges two keys in the place of the one that counts, or else in that of the other one. */
function mergeOf(
  { document }: RuleContext,
  property: PropertyNode,
  kept: PropertyNode,
  winner: PropertyNode,
): Edit[] {
  const inserted = (into: PropertyNode, from: PropertyNode) =>
    document.at(into).edit.merge(from, winner === into ? "into" : "from");
  const edits = inserted(kept, property);
  return edits.length > 0 ? edits : inserted(property, kept);
}

function keeping(context: RuleContext, property: PropertyNode): string {
  if (isOnLine(context, property)) return l10n.t('Keep "{0}"', shownText(context, property, []));
  return l10n.t('Keep "{0}" on line {1}', property.key, lineOf(context, property));
}

function mergeTitle(context: RuleContext, conflicts: readonly Conflict[], winner: PropertyNode): string {
  const isWithin = ({ offset }: PropertyNode) =>
    winner.offset <= offset && offset < winner.offset + winner.length;
  const names = conflicts.flatMap(({ path, sides }) => {
    const side = sides.find(isWithin);
    if (!side) return [];
    if (isOnLine(context, side)) return [quoted(shownText(context, side, path))];
    return [l10n.t('"{0}" on line {1}', pathText(path), lineOf(context, side))];
  });
  const more = names.length - MOST_NAMED;
  if (more <= 0) return l10n.t("Merge both, keep {0}", joinNames(names, "and"));
  return l10n.t("Merge both, keep {0} and {1} more", names.slice(0, MOST_NAMED).join(", "), more);
}

/** True for a scalar on one line, which a title can show. */
function isOnLine({ analysis }: RuleContext, { valueNode }: PropertyNode): boolean {
  return "style" in valueNode && !/[\r\n]/.test(analysis.source(valueNode));
}

function shownText(
  { analysis }: RuleContext,
  { key, valueNode }: PropertyNode,
  path: readonly string[],
): string {
  const name = path.length > 0 ? pathText(path) : key;
  return `${name}: ${cut(analysis.source(valueNode).trim(), LONGEST_VALUE)}`.trimEnd();
}

function lineOf({ analysis }: RuleContext, { offset }: PropertyNode): number {
  return analysis.text.positionAt(offset).line + 1;
}
