import type { Annotations } from "../schema/annotations.ts";
import type { SchemaModel, SchemaNode } from "../schema/model.ts";
import { emptyMap, type HelmMap, type HelmNode, list, nodeAt, type Origin } from "../values/helm-tree.ts";

/** A component with the values it runs with. */
export interface Component {
  readonly name: string;
  readonly values: HelmMap;
}

/**
 * The values of each component once the operator has added top-level ones. For some keys, a component's value that is not empty
 * is used alone; for others, the two mappings are merged. The schema decides which, and whose entries win. `values` is not changed.
 */
export function componentValues(model: SchemaModel, values: HelmMap): Component[] {
  const components: Component[] = [];
  for (const [name, schema] of model.root.properties) {
    if (schema.annotations.meaning !== "component") continue;
    const given = values.entries.get(name);
    if (given && given.type !== "map") continue;
    components.push({ name, values: overlay(given ?? emptyMap(values.origin), schema, values) });
  }
  return components;
}

/** A copy of one level of a component in which inherited values are filled in. */
function overlay(given: HelmMap, schema: SchemaNode, values: HelmMap): HelmMap {
  const result: HelmMap = { ...given, entries: new Map(given.entries) };
  for (const [key, child] of schema.properties) {
    const { topLevel } = child.annotations;
    const before = given.entries.get(key);
    if (topLevel) {
      const top = nodeAt(values, topLevel.key.split("."));
      const node = top && inheritedOver(before, top, topLevel);
      if (node) result.entries.set(key, node);
    } else if (inheritsBelow(child) && (!before || before.type === "map")) {
      const level = overlay(before ?? emptyMap(given.origin), child, values);
      if (before || level.entries.size > 0) result.entries.set(key, level);
    }
  }
  return result;
}

/** The value that replaces the component's own one; `undefined` if that stays. */
function inheritedOver(
  given: HelmNode | undefined,
  top: HelmNode,
  { key, how }: NonNullable<Annotations["topLevel"]>,
): HelmNode | undefined {
  if (isEmpty(top)) return undefined;
  if (!given || isEmpty(given)) return inherit(top, key);
  if (how === "replace" || given.type !== "map" || top.type !== "map") return undefined;
  const merged: HelmMap = {
    ...given,
    entries: new Map(),
    merged: [inheritedOrigin(top.origin, key), ...given.merged],
  };
  for (const [name, node] of top.entries) merged.entries.set(name, inherit(node, key));
  for (const [name, node] of given.entries) {
    const under = merged.entries.get(name);
    // Empty values do not win: Sprig's `merge` fills them in.
    if (under && how === "merge-top-wins" && !isEmpty(under))
      merged.entries.set(name, replacing(under, node));
    else merged.entries.set(name, under ? replacing(node, under) : node);
  }
  return merged;
}

/** A copy of a node that remembers the node that it replaces. */
function replacing(node: HelmNode, under: HelmNode): HelmNode {
  const replaced = [under, ...node.replaced];
  if (node.type === "list") return list(() => node.items, node.origin, replaced);
  return node.type === "map" ? { ...node, entries: node.entries, replaced } : { ...node, replaced };
}

/** True if a level of a component has keys that the top level has as well, at any depth. */
function inheritsBelow(schema: SchemaNode): boolean {
  if (schema.shared) return false;
  return [...schema.properties.values()].some((child) => child.annotations.topLevel || inheritsBelow(child));
}

/** True for values that templates consider empty: null, false, 0, or with nothing in it. */
function isEmpty(node: HelmNode): boolean {
  switch (node.type) {
    case "map":
      return node.entries.size === 0;
    case "list":
      return node.items.length === 0;
    default:
      return !node.value;
  }
}

function inherit(node: HelmNode, key: string): HelmNode {
  const origin = inheritedOrigin(node.origin, key);
  switch (node.type) {
    case "leaf":
      return { ...node, origin, replaced: [] };
    case "list":
      return list(() => node.items.map((item) => inherit(item, key)), origin);
    case "map": {
      const entries = new Map([...node.entries].map(([name, child]) => [name, inherit(child, key)] as const));
      return { ...node, origin, replaced: [], entries, merged: [], removed: new Map() };
    }
  }
}

function inheritedOrigin(origin: Origin, key: string): Origin {
  return { kind: "inherited", key, from: origin.kind === "inherited" ? origin.from : origin };
}
