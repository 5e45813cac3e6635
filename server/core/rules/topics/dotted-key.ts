import * as l10n from "@vscode/l10n";
import { childOf, type SchemaNode } from "../../schema/model.ts";
import { movingEdits } from "../../semantics/migrate-text.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import type { PropertyNode } from "../../yaml/tree.ts";
import { holdsAnchor } from "../engine/anchors.ts";
import { fixWith } from "../engine/fixes.ts";
import type { Fix, Place, RuleContext } from "../engine/rule.ts";
import type { UnknownProperty } from "./unknown-properties.ts";
import { wouldBeValid } from "./value-fits.ts";

/** The keys that a key with dots names, one in the other, if the first of them is a key of the mapping; `undefined` if it is not. */
export function nestedKeys({ schemas }: Pick<Place, "schemas">, key: string): readonly string[] | undefined {
  const [first = "", ...others] = key.split(".");
  if (others.length === 0 || others.includes("")) return undefined;
  const [name = ""] = first.split("[");
  const schema = schemas.find(({ properties }) => properties.has(name));
  return schema && (knownKeys(schema, key) ?? [first, ...others]);
}

/** The same where the schema knows all of them; keys of any name, such as those of labels, have dots of their own. */
function knownKeys(schema: SchemaNode, key: string): string[] | undefined {
  const dot = key.indexOf(".");
  const child = dot < 0 ? undefined : schema.properties.get(key.slice(0, dot));
  if (!child) return undefined;
  const rest = key.slice(dot + 1);
  const below = childOf(child, rest) ? [rest] : knownKeys(child, rest);
  return below && [key.slice(0, dot), ...below];
}

/** More keys than these are not nested at once: each of them reads the text again. */
const MOST_NESTED = 20;

/**
 * Writes a key with dots as keys in each other, with its comments, in the mappings that are there; and with it those next to it that belong in
 * the same mapping. Not if one of the keys is set already.
 */
export function nestFix(context: RuleContext, { place, property, nested }: UnknownProperty): Fix[] {
  const { analysis, document } = context;
  const around = place.path.filter((segment) => typeof segment === "string");
  const own = nested && moveOf(context, around, property, nested);
  if (!own || around.length < place.path.length || document.at(place.path).node !== place.node) return [];
  const siblings = place.node.type === "object" ? place.node.properties : [];
  const others = siblings.flatMap((sibling) => {
    const keys = sibling === property ? undefined : nestedKeys(place, sibling.key);
    const move = keys?.[0] === nested[0] ? keys && moveOf(context, around, sibling, keys) : undefined;
    return move?.isRight ? [move] : [];
  });
  // Nothing has read the values so far, so that the fix is not to blame for what is wrong with its own.
  const how = { preferred: own.isRight, reveals: rangeOf(property.valueNode) };
  const all = [own, ...others.slice(0, MOST_NESTED - 1)].toSorted((a, b) => a.offset - b.offset);
  const edits = movingEdits(analysis, all);
  if (all.length > 1 && edits.length > 0) {
    return fixWith(l10n.t('Nest {0} keys in "{1}"', all.length, nested[0] ?? ""), edits, how);
  }
  const title = l10n.t('Nest in "{0}"', nested.slice(0, -1).join("."));
  return fixWith(title, all.length > 1 ? movingEdits(analysis, [own]) : edits, how);
}

/** From where to where a key moves, and whether its new place takes the value; `undefined` if something is there, or it is in a list. */
function moveOf(
  { document }: RuleContext,
  around: readonly string[],
  property: PropertyNode,
  keys: readonly string[],
) {
  const to = [...around, ...keys];
  const target = document.at(to);
  if (keys.some((key) => key.includes("[")) || target.node || holdsAnchor(property)) return undefined;
  const isRight = target.schema !== undefined && wouldBeValid(property.valueNode, target.schema);
  return { from: [...around, property.key], to, isRight, offset: property.offset };
}
