import { findProperty, isMergeKey, walk } from "./lookup.ts";
import type { ObjectNode, PropertyNode, ScalarNode, ValueNode } from "./tree.ts";

/** A key that two mappings have with values of which only one can be kept. */
export interface Conflict {
  /** The keys that lead to it from the two mappings. */
  readonly path: readonly string[];
  readonly sides: readonly [PropertyNode, PropertyNode];
}

/**
 * The keys that two properties have with different values. `undefined` if the two cannot become one: they must be mappings, or have no value yet, and
 * mappings that would become one must have no merge keys, repeated keys, anchors or tags.
 */
export function conflictsOf(entry: PropertyNode, other: PropertyNode): readonly Conflict[] | undefined {
  const conflicts: Conflict[] = [];
  const pairs = [{ sides: [entry, other] as const, path: [] as readonly string[] }];
  for (const { sides, path } of pairs) {
    const [first, second] = sides.map(({ valueNode }) => mappingIn(valueNode));
    if (!first || !second) return undefined;
    for (const property of first.type === "object" ? first.properties : []) {
      const same = second.type === "object" ? findProperty(second, property.key) : undefined;
      if (!same) continue;
      const next = { sides: [property, same] as const, path: [...path, property.key] };
      if (isMergeable(property, same)) pairs.push(next);
      else if (!isSameValue(property.valueNode, same.valueNode)) conflicts.push(next);
    }
  }
  return conflicts;
}

/** True if two values are mappings that become one, rather than values of which one is kept. */
export function isMergeable({ valueNode: value }: PropertyNode, { valueNode: other }: PropertyNode): boolean {
  return isMapping(value) && isMapping(other);
}

/** True if a property contains an anchor or an alias, so that it may mean something else in another place. */
export function hasNames(property: PropertyNode): boolean {
  let found = false;
  walk(property, (node) => {
    found ||= node.anchor !== undefined || node.alias !== undefined;
  });
  return found;
}

/** True if two values are the same for Helm, in whatever style they are written. */
export function isSameValue(value: ValueNode, other: ValueNode): boolean {
  if (value.target !== undefined && value.target === other.target) return true;
  if (value.type === "object" && other.type === "object") {
    if (value.alias !== undefined || other.alias !== undefined) return false;
    const others = new Map(other.properties.map(({ key, valueNode }) => [key, valueNode]));
    const isEach = ({ key, valueNode }: PropertyNode) => {
      const same = others.get(key);
      return same !== undefined && isSameValue(valueNode, same);
    };
    const isPlain = [...value.properties, ...other.properties].every((property) => !isMergeKey(property));
    const isOnce = others.size === other.properties.length && others.size === value.properties.length;
    return isPlain && isOnce && value.properties.every(isEach);
  }
  if (value.type === "array" && other.type === "array") {
    if (value.alias !== undefined || other.alias !== undefined) return false;
    const isEach = (item: ValueNode, index: number) => {
      const same = other.items[index];
      return same !== undefined && isSameValue(item, same);
    };
    return value.items.length === other.items.length && value.items.every(isEach);
  }
  if (!("style" in value && "style" in other) || value.type !== other.type || value.tag !== other.tag)
    return false;
  // Numbers beyond these may differ in digits that are not kept.
  if (value.type === "number" && Number.isInteger(value.value) && !Number.isSafeInteger(value.value))
    return false;
  return Object.is(value.value, other.value);
}

/** A mapping whose keys can be written elsewhere, or the empty node of a key without a value. */
function mappingIn(node: ValueNode): ObjectNode | ScalarNode | undefined {
  if (node.anchor !== undefined || node.tag !== undefined || node.alias !== undefined) return undefined;
  if (node.type === "null") return node.length === 0 ? node : undefined;
  if (node.type !== "object") return undefined;
  const keys = new Set(node.properties.map(({ key }) => key));
  return keys.size === node.properties.length && !node.properties.some(isMergeKey) ? node : undefined;
}

function isMapping(node: ValueNode): boolean {
  return node.type === "object" && node.alias === undefined;
}
