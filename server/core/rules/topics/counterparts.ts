import type { SchemaNode } from "../../schema/model.ts";
import type { ArrayNode, ObjectNode, PropertyNode, ValueNode } from "../../yaml/tree.ts";
import type { Place } from "../engine/rule.ts";
import { hasFormOf, hasType } from "./value-fits.ts";

/** A value under one of two keys that belongs under the other: terms with a weight, or without one. */
export type Confusion =
  | {
      readonly kind: "entry";
      readonly item: ObjectNode;
      readonly list: ArrayNode;
      readonly keys: Counterparts;
      /** The keys that an entry does not have here. */
      readonly strange: readonly PropertyNode[];
      /** The schema of an entry with a weight, and the key of its term. */
      readonly weighted: SchemaNode;
      readonly term: string;
    }
  | { readonly kind: "value"; readonly node: ValueNode; readonly keys: Counterparts };

/** The key that was written, and its counterpart. */
export interface Counterparts {
  readonly property: PropertyNode;
  readonly holder: Place;
  readonly other: string;
  readonly otherSchema: SchemaNode;
}

/** The value at a place that belongs under the counterpart of its key; `undefined` if nothing was mixed up. */
export function confusionAt(place: Place): Confusion | undefined {
  const { node, schemas } = place;
  const [schema] = schemas;
  if (!schema || node.alias !== undefined) return undefined;
  const direct = counterparts(place);
  if (direct) {
    const isOther = !hasType(node, schema) && node.type !== "null" && hasFormOf(node, direct.otherSchema);
    return isOther ? { kind: "value", node, keys: direct } : undefined;
  }
  const { parent } = place;
  const keys = parent && counterparts(parent);
  if (!keys || node.type !== "object" || parent.node.type !== "array") return undefined;
  const weighted = [schema, keys.otherSchema.items].find((entry) => entry && termKey(entry) !== undefined);
  const term = weighted && termKey(weighted);
  if (!weighted || term === undefined) return undefined;
  const plain = weighted === schema ? weighted.properties.get(term) : weighted;
  const strange = node.properties.filter(({ key }) => !schema.properties.has(key));
  const isMixedUp = strange.length > 0 && strange.every(({ key }) => plain?.properties.has(key));
  return isMixedUp
    ? { kind: "entry", item: node, list: parent.node, keys, strange, weighted, term }
    : undefined;
}

/** The key of a weighted entry that holds the term itself. */
function termKey({ properties }: SchemaNode): string | undefined {
  return [...properties].find(([, { annotations }]) => annotations.term)?.[0];
}

function counterparts(place: Place): Counterparts | undefined {
  const other = place.schemas[0]?.annotations.counterpart;
  if (other === undefined) return undefined;
  const { property, parent } = place;
  const otherSchema = parent?.schemas[0]?.properties.get(other);
  return property && parent && otherSchema ? { property, holder: parent, other, otherSchema } : undefined;
}
