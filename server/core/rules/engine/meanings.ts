import type { Meaning } from "../../schema/annotations.ts";
import type { SchemaNode } from "../../schema/model.ts";
import { placesIn } from "../../semantics/places.ts";
import { memo } from "../../yaml/memo.ts";
import type { BooleanNode, NumberNode, StringNode } from "../../yaml/tree.ts";
import type { Place, RuleContext } from "./rule.ts";

/** A place with a scalar where text is expected. */
export interface TextPlace {
  readonly place: Place;
  readonly node: StringNode | NumberNode | BooleanNode;
  /** The text; for a number or a boolean, which Helm reads without quotes, its source. */
  readonly text: string;
}

const placesByMeaning = memo((context: RuleContext) =>
  memo(
    (meaning: Meaning) =>
      placesIn(context.groups.filter(({ schemas }) => schemas[0]?.annotations.meaning === meaning)),
    new Map(),
  ),
);

/** The places of a document whose values have a meaning, in the order of the text. */
export function placesMeaning(context: RuleContext, meaning: Meaning): readonly Place[] {
  return placesByMeaning(context)(meaning);
}

const textsByMeaning = memo((context: RuleContext) =>
  memo((meaning: Meaning) => readTexts(context, meaning), new Map()),
);

/** The texts at those of these places that hold a scalar, if it is not blank and can be read. */
export function textsMeaning(context: RuleContext, meaning: Meaning): readonly TextPlace[] {
  return textsByMeaning(context)(meaning);
}

function readTexts(context: RuleContext, meaning: Meaning): TextPlace[] {
  return placesMeaning(context, meaning).flatMap((place): TextPlace[] => {
    const { node } = place;
    if (node.type === "object" || node.type === "array" || node.type === "null" || context.isBroken(node))
      return [];
    const source = context.analysis.file.text.slice(node.offset, node.offset + node.length);
    const text = node.type === "string" ? node.value : source;
    return text.trim() === "" ? [] : [{ place, node, text }];
  });
}

/** The key of a place, as messages name it. */
export function nameOf({ property }: Place): string {
  return property ? `"${property.key}"` : "This item";
}

/**
 * Whether a place has a rule of its own for the form of its text. That rule reports numbers too, for which quotes
 * alone are not enough.
 */
export function hasTextForm({ annotations: { meaning } }: SchemaNode): boolean {
  return meaning === "duration" || meaning === "url";
}

/** Where the keys of a mapping are, as part of a sentence about one of them. */
export function whereIn({ path, node }: Place): string {
  const key = path.findLast((segment) => typeof segment === "string") ?? node.holder?.key;
  if (key === undefined) return "at the top level";
  return typeof path.at(-1) === "number" ? `in an item of "${key}"` : `under "${key}"`;
}

/** What the API server does with an unknown field; it depends on how the object is applied (Helm 3 or 4, kubectl). */
export const DROPPED = "Kubernetes drops it or refuses the object.";

/** Whether a place belongs to a Kubernetes type, which Helm passes on to the API server, or to a resource. */
export function isReadByKubernetes({ root }: RuleContext, place: Place): boolean {
  if (root.kind === "operator") return true;
  for (let at: Place | undefined = place; at; at = at.parent) {
    if (at.schemas.some(({ shared }) => shared)) return true;
  }
  return false;
}
