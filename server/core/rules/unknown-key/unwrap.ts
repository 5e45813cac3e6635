import * as l10n from "@vscode/l10n";
import { movingEdits } from "../../semantics/upgrade/migrate-text.ts";
import { isMergeKey, rangeOf } from "../../yaml/lookup.ts";
import type { ObjectNode, PropertyNode } from "../../yaml/tree.ts";
import { holdsAnchor } from "../engine/anchors.ts";
import { fixWith } from "../engine/fixes.ts";
import type { Fix, RuleContext } from "../engine/rule.ts";
import { homesOf } from "../topics/key-homes.ts";
import type { UnknownProperty } from "../topics/unknown-properties.ts";
import { wouldBeValid } from "../topics/value-fits.ts";

/** A key and its new place. */
interface Move {
  readonly property: PropertyNode;
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/**
 * Moves the content of an unknown key to its place, with its comments, if the chart has each key of it around that key, or in only one place
 * nearby, and it is not set there.
 */
export function moveContentFix(context: RuleContext, { place, property, absence }: UnknownProperty): Fix[] {
  const { root, document } = context;
  const { valueNode: wrapped, key } = property;
  const path = place.path.filter((segment) => typeof segment === "string");
  if (!root.kind.isMerged || absence || path.length < place.path.length) return [];
  if (wrapped.type !== "object" || wrapped.alias !== undefined || holdsAnchor(property)) return [];
  if (document.at(place.path).node !== place.node) return [];
  const moves = movesOf(context, [...path, key], path, wrapped, place);
  if (!moves || moves.length === 0) return [];
  const isUnwrapped = wrapped.properties.every((inner) => moves.some((move) => move.property === inner));
  const isAround = moves.every(
    ({ to }) => to.length === path.length + 1 && path.every((segment, index) => to[index] === segment),
  );
  const unwrapped = isUnwrapped && isAround ? document.at(property).edit.unwrap() : [];
  const edits = unwrapped.length > 0 ? unwrapped : movingEdits(context.analysis, moves);
  const preferred = moves.every(({ property: { valueNode }, to }) => {
    const target = document.at(to).schema;
    return target !== undefined && wouldBeValid(valueNode, target);
  });
  const title = l10n.t('Move what is in "{0}" to its place', key);
  return fixWith(title, edits, { preferred, reveals: rangeOf(wrapped) });
}

/** The moves of the keys in a mapping to their places; `undefined` if one has no place, or is already set there. */
function movesOf(
  context: RuleContext,
  from: readonly string[],
  around: readonly string[],
  wrapped: ObjectNode,
  place: UnknownProperty["place"],
): Move[] | undefined {
  const { document } = context;
  const moves: Move[] = [];
  for (const property of wrapped.properties) {
    const { key, valueNode } = property;
    const homes = isMergeKey(property)
      ? []
      : document.at([...around, key]).schema
        ? [around]
        : homesOf(context, place, property);
    const [home] = homes;
    if (!home || homes.length > 1) return undefined;
    const to = [...home, key].map(String);
    const there = document.at(to).node;
    if (!there) moves.push({ property, from: [...from, key], to });
    else if (there.type !== "object" || valueNode.type !== "object") return undefined;
    else {
      const inside = movesOf(context, [...from, key], to, valueNode, place);
      if (!inside) return undefined;
      for (const each of inside) moves.push(each);
    }
  }
  return moves;
}
