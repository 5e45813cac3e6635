import { findMerged, isMergeKey } from "./merge-keys.ts";
import type { ArrayNode, ObjectNode, Path, PathSegment, PropertyNode, ValueNode, YamlNode } from "./tree.ts";

/** What a node stands for: itself, or the target of its alias. A node with an anchor is never an alias. */
export function resolveAlias(node: ValueNode): ValueNode {
  return node.target ?? node;
}

/**
 * The property that Helm uses for a key of a mapping: the last one if the key is repeated. Aliases are followed, and a
 * merge key (`<<`) takes effect where it stands.
 */
export function findProperty(node: ValueNode | undefined, key: string): PropertyNode | undefined {
  const mapping = node && resolveAlias(node);
  if (mapping?.type !== "object") return undefined;
  for (let index = mapping.properties.length - 1; index >= 0; index--) {
    const property = mapping.properties[index];
    if (!property) continue;
    if (isMergeKey(property)) return findMerged(mapping, key);
    if (property.key === key) return property;
  }
  return undefined;
}

/** The value at a path, following aliases and merge keys, or `undefined` if there is none. */
export function valueAt(root: ValueNode | undefined, path: Path): ValueNode | undefined {
  let node = root;
  for (const segment of path) {
    if (!node) return undefined;
    if (typeof segment === "string") {
      node = findProperty(node, segment)?.valueNode;
    } else {
      const list = resolveAlias(node);
      node = list.type === "array" ? list.items[segment] : undefined;
    }
  }
  return node;
}

/** The keys and indexes that lead from the root to a node. A property has the path of its value. */
export function pathOf(node: YamlNode): PathSegment[] {
  const path: PathSegment[] = [];
  let current: YamlNode | undefined = node;
  while (current) {
    const parent: YamlNode | undefined = current.parent;
    if (current.type === "property") path.push(current.key);
    else if (parent?.type === "array") path.push(parent.items.indexOf(current as ValueNode));
    current = parent;
  }
  return path.reverse();
}

/** The innermost node at an offset, which may also be just past the node's last character. A key is returned as its scalar node. */
export function nodeAt(root: ValueNode | undefined, offset: number): YamlNode | undefined {
  let found: YamlNode | undefined;
  let candidates: readonly YamlNode[] = root ? [root] : [];
  for (;;) {
    const inside = childAt(candidates, offset);
    if (!inside) return found;
    found = inside;
    candidates = childrenOf(inside);
  }
}

/** Children are in text order, so a binary search finds the one at an offset even in a long list. */
function childAt(children: readonly YamlNode[], offset: number): YamlNode | undefined {
  let low = 0;
  let high = children.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const child = children[middle];
    if (!child) return undefined;
    if (offset < child.offset) high = middle - 1;
    else if (offset > child.offset + child.length) low = middle + 1;
    else return child;
  }
  return undefined;
}

/** What a node directly holds: the properties of a mapping, the key and value of a property, the items of a list. */
export function childrenOf(node: YamlNode): readonly YamlNode[] {
  return node.type === "object" || node.type === "array" || node.type === "property" ? node.children : [];
}

/** Calls `visit` for a node and everything in it, in text order. */
export function walk(node: YamlNode | undefined, visit: (node: YamlNode) => void): void {
  const pending: YamlNode[] = node ? [node] : [];
  for (let next = pending.pop(); next; next = pending.pop()) {
    visit(next);
    if (next.type === "property") {
      pending.push(next.valueNode, next.keyNode);
      continue;
    }
    const children = childrenOf(next);
    for (let index = children.length - 1; index >= 0; index--) {
      const child = children[index];
      if (child) pending.push(child);
    }
  }
}

/** The scalars and the collections in brackets that span several lines of `text`, in a node or the node itself; in text order. */
export function multilineIn(node: YamlNode | undefined, text: string): ValueNode[] {
  const found: ValueNode[] = [];
  walk(node, (one) => {
    if (one.type === "property" || one.length === 0 || !("style" in one || one.flow)) return;
    if (/[\r\n]/.test(text.slice(one.offset, one.offset + one.length))) found.push(one);
  });
  return found;
}

/** Where a node, or another piece of the text, begins and ends. */
export function rangeOf({ offset, length }: Pick<YamlNode, "offset" | "length">): {
  start: number;
  end: number;
} {
  return { start: offset, end: offset + length };
}

/** Whether a node is a mapping or a list written without brackets. */
export function isBlockCollection(node: YamlNode | undefined): node is ObjectNode | ArrayNode {
  return (node?.type === "object" || node?.type === "array") && !node.flow && node.alias === undefined;
}
