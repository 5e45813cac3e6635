import type { Meaning } from "../../schema/meanings.ts";
import type { SchemaNode } from "../../schema/model.ts";
import { placesIn } from "../../semantics/places.ts";
import { groupBy } from "../../yaml/group-by.ts";
import { memo } from "../../yaml/memo.ts";
import type { BooleanNode, NumberNode, StringNode, YamlNode } from "../../yaml/tree.ts";
import type { Place, RuleContext } from "./rule.ts";

/** A place with a scalar where text is expected. */
export interface TextPlace {
  readonly place: Place;
  readonly node: StringNode | NumberNode | BooleanNode;
  /** The text; for a number or a boolean, which Helm reads without quotes, its source. */
  readonly text: string;
}

/** The groups of a document by the meaning of their values: dozens of rules ask for some. */
const groupsByMeaning = memo(({ groups }: RuleContext) =>
  groupBy(groups, ({ schemas }) => schemas[0]?.annotations.meaning),
);

/** The places of a document whose values have a meaning, in the order of the text. */
export function placesMeaning(context: RuleContext, meaning: Meaning): readonly Place[] {
  return placesIn(groupsByMeaning(context).get(meaning) ?? []);
}

/** The texts at those of these places that hold a scalar which is not blank. */
export function textsMeaning(context: RuleContext, meaning: Meaning): readonly TextPlace[] {
  return placesMeaning(context, meaning).flatMap((place): TextPlace[] => {
    const { node } = place;
    if (node.type === "object" || node.type === "array" || node.type === "null") return [];
    const text = node.type === "string" ? node.value : context.analysis.source(node);
    return text.trim() === "" ? [] : [{ place, node, text }];
  });
}

/** The node that a finding at a place marks: for a block its key, because its lines are not wrong. */
export function markOf({ node, property }: Place): YamlNode {
  const isBlock = (node.type === "object" || node.type === "array") && !node.alias;
  return isBlock && property ? property.keyNode : node;
}

/** True if a place belongs to a resource, or to a Kubernetes type that Helm passes on to the API server. */
export function isReadByKubernetes({ root }: RuleContext, place: Place): boolean {
  if (root.kind.resource !== undefined) return true;
  for (let holder: Place | undefined = place; holder; holder = holder.parent) {
    if (holder.schemas.some(({ shared, annotations }) => shared || annotations.meaning === "resources"))
      return true;
  }
  return false;
}

/** The key of a mapping whose value has a meaning. */
export function keyMeaning({ properties }: SchemaNode, meaning: Meaning): string | undefined {
  for (const [key, { annotations }] of properties) if (annotations.meaning === meaning) return key;
  return undefined;
}
