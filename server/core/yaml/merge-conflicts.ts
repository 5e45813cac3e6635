import { findProperty, isMergeKey, walk } from "./lookup.ts";
import type { ObjectNode, PropertyNode, ScalarNode, ValueNode } from "./tree.ts";

/** A key that two mappings have with values of which only one can be kept. */
export interface Conflict {
  /** The keys that lead to it from the two mappings. */
  readonly path: readonly string[];
  readonly sides: readonly [PropertyNode, PropertyNode];
}

/**
 * What is in both of two properties with different values, if the two can become one: they are mappings, or have no value yet, and in none of the
 * mappings that would become one are merge keys, repeated keys, anchors or tags. `undefined` if they cannot.
 */
export function conflictsOf(one: PropertyNode, other: PropertyNode): readonly Conflict[] | undefined {
  const conflicts: Conflict[] = [];
  const pairs = [{ sides: [one, other] as const, path: [] as readonly string[] }];
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

/** Whether two values are mappings that become one, rather than values of which one is kept. */
export function isMergeable({ valueNode: one }: PropertyNode, { valueNode: other }: PropertyNode): boolean {
  return isMapping(one) && isMapping(other);
}

/** Whether anything in a property is an anchor or an alias, so that it may mean something else in another place. */
export function hasNames(property: PropertyNode): boolean {
  let found = false;
  walk(property, (node) => {
    found ||= node.anchor !== undefined || node.alias !== undefined;
  });
  return found;
}

/** Whether two values are the same for Helm, in whatever style they are written. */
export function isSameValue(one: ValueNode, other: ValueNode): boolean {
  if (one.target !== undefined && one.target === other.target) return true;
  if (one.type === "object" && other.type === "object") {
    if (one.alias !== undefined || other.alias !== undefined) return false;
    const others = new Map(other.properties.map(({ key, valueNode }) => [key, valueNode]));
    const isEach = ({ key, valueNode }: PropertyNode) => {
      const same = others.get(key);
      return same !== undefined && isSameValue(valueNode, same);
    };
    const isPlain = [...one.properties, ...other.properties].every((property) => !isMergeKey(property));
    const isOnce = others.size === other.properties.length && others.size === one.properties.length;
    return isPlain && isOnce && one.properties.every(isEach);
  }
  if (one.type === "array" && other.type === "array") {
    if (one.alias !== undefined || other.alias !== undefined) return false;
    const isEach = (item: ValueNode, index: number) => {
      const same = other.items[index];
      return same !== undefined && isSameValue(item, same);
    };
    return one.items.length === other.items.length && one.items.every(isEach);
  }
  if (!("style" in one && "style" in other) || one.type !== other.type || one.tag !== other.tag) return false;
  // Numbers beyond these may differ in digits that are not kept.
  if (one.type === "number" && Number.isInteger(one.value) && !Number.isSafeInteger(one.value)) return false;
  return Object.is(one.value, other.value);
}

/** A mapping whose keys can be written elsewhere, or the nothing that a key without a value has. */
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
