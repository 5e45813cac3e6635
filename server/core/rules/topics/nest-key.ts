import * as l10n from "@vscode/l10n";
import { movingEdits } from "../../semantics/upgrade/migrate-text.ts";
import { groupBy } from "../../yaml/group-by.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import { memo } from "../../yaml/memo.ts";
import type { PropertyNode } from "../../yaml/tree.ts";
import { holdsAnchor } from "../engine/anchors.ts";
import { fixWith } from "../engine/fixes.ts";
import type { Fix, Place, RuleContext } from "../engine/rule.ts";
import { nestedKeys } from "./dotted-key.ts";
import type { UnknownProperty } from "./unknown-properties.ts";
import { wouldBeValid } from "./value-fits.ts";

/** The largest number of keys of one mapping that are nested at once: each of them reads the text again. */
const MOST_NESTED = 200;

/** A key with dots that can move to its place. */
interface Move {
  readonly property: PropertyNode;
  readonly from: readonly string[];
  readonly to: readonly string[];
  /** True if the schema takes the value at its new place. */
  readonly isRight: boolean;
}

/**
 * Nests a key with dots, with its comments, in existing mappings; and with it those next to it that belong in the same mapping. Empty if one
 * of the keys is set already.
 */
export function nestFix(context: RuleContext, { place, property, nested }: UnknownProperty): Fix[] {
  const [first = ""] = nested ?? [];
  const move = moveOf(context, place, property);
  if (!nested || !move || !canBeNested(context, { place, property, nested })) return [];
  // The values are read for the first time, so that the fix is not to blame for their own faults.
  const how = { preferred: true, reveals: rangeOf(property.valueNode) };
  const together = nestings(context)(place).get(first);
  if (together?.keys.has(property)) {
    return fixWith(l10n.t('Nest {0} keys in "{1}"', together.keys.size, first), together.edits, how);
  }
  const title = l10n.t('Nest in "{0}"', nested.slice(0, -1).join("."));
  return fixWith(title, movingEdits(context.analysis, [move]), how);
}

/** True if a key with dots can be written as nested keys. */
export function canBeNested(
  context: RuleContext,
  { place, property, nested }: Pick<UnknownProperty, "place" | "property" | "nested">,
): boolean {
  if (!nested || context.document.at(place.path).node !== place.node) return false;
  return moveOf(context, place, property) !== undefined;
}

/** The keys of a mapping by the mapping into which several of them go, with the edits that nest them together. */
const nestings = memo((context: RuleContext) =>
  memo((place: Place) => {
    const properties = place.node.type === "object" ? place.node.properties : [];
    const moves = properties.flatMap((property) => moveOf(context, place, property) ?? []);
    const byFirst = groupBy(
      moves.filter(({ isRight }) => isRight),
      ({ to }) => to[place.path.length],
    );
    return new Map(
      [...byFirst].flatMap(([first, all]) => {
        const group = all.slice(0, MOST_NESTED);
        const edits = group.length > 1 ? movingEdits(context.analysis, group) : [];
        const keys = new Set(group.map(({ property }) => property));
        return edits.length > 0 ? [[first ?? "", { keys, edits }] as const] : [];
      }),
    );
  }),
);

/** The move of a key with dots to its place; `undefined` if something is there, or if it is in a list. */
function moveOf({ document }: RuleContext, place: Place, property: PropertyNode): Move | undefined {
  const around = place.path.filter((segment) => typeof segment === "string");
  const keys = nestedKeys(place, property.key);
  if (!keys || around.length < place.path.length || keys.some((key) => key.includes("["))) return undefined;
  const to = [...around, ...keys];
  const target = document.at(to);
  if (target.node || holdsAnchor(property)) return undefined;
  const isRight = target.schema !== undefined && wouldBeValid(property.valueNode, target.schema);
  return { property, from: [...around, property.key], to, isRight };
}
