import { memo } from "./memo.ts";
import type {
  ArrayNode,
  ObjectNode,
  Path,
  PathSegment,
  PropertyNode,
  ValueNode,
  YamlDocument,
  YamlFile,
  YamlNode,
} from "./tree.ts";

/** The target of an alias, or the node itself. A node with an anchor is never an alias. */
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
  const property = mapping.properties[lastBefore(mapping, mapping.properties.length, key)];
  return property && isMergeKey(property) ? findMerged(mapping, key) : property;
}

/** The text of a top-level key's value, if that is a string. */
export function topString(document: YamlDocument, key: string): string | undefined {
  if (document.root?.type !== "object") return undefined;
  const value = document.root.properties.find((property) => property.key === key)?.valueNode;
  return value?.type === "string" ? value.value : undefined;
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

/** The key above the top of a document of a file: see `YamlDocument`. */
export function keyAbove(
  { documents }: Pick<YamlFile, "documents">,
  top: ValueNode | undefined,
): PropertyNode | undefined {
  return top && documents.find(({ root }) => root === top)?.key;
}

/** The number of leading segments of a path that exist in the tree. */
export function depthOf(root: ValueNode | undefined, path: Path): number {
  const missing = path.findIndex((_, index) => valueAt(root, path.slice(0, index + 1)) === undefined);
  return missing < 0 ? path.length : missing;
}

/** The key that is written at a path itself, not brought in by an alias or a merge key. */
export function ownPropertyAt(root: ValueNode | undefined, path: Path): PropertyNode | undefined {
  let [node, property]: [ValueNode | undefined, PropertyNode | undefined] = [root, undefined];
  for (const key of path) {
    property = node?.type === "object" ? node.properties.findLast((child) => child.key === key) : undefined;
    node = property?.valueNode;
  }
  return property;
}

/** The keys and indexes that lead from the root to a node. A property has the path of its value. */
export function pathOf(node: YamlNode): PathSegment[] {
  const path: PathSegment[] = [];
  let current: YamlNode | undefined = node;
  while (current) {
    const parent: YamlNode | undefined = current.parent;
    if (current.type === "property") path.push(current.key);
    else if (parent?.type === "array") path.push(indexIn(parent, current as ValueNode));
    current = parent;
  }
  return path.reverse();
}

/** The index of an item in its list. Items are in the order of the text, so it is not searched from the beginning of a long list. */
export function indexIn({ items }: ArrayNode, item: ValueNode): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.offset ?? 0) < item.offset) low = middle + 1;
    else high = middle;
  }
  return items[low] === item ? low : items.indexOf(item);
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

/** The direct children of a node: the properties of a mapping, the key and value of a property, the items of a list. */
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
  const lineBreak = /[\r\n]|$/g;
  let lineEnd = -1;
  walk(node, (inner) => {
    if (inner.type === "property" || inner.length === 0 || !("style" in inner || inner.flow)) return;
    if (lineEnd < inner.offset) {
      lineBreak.lastIndex = inner.offset;
      lineEnd = lineBreak.exec(text)?.index ?? text.length;
    }
    if (lineEnd < inner.offset + inner.length) found.push(inner);
  });
  return found;
}

/** The range of a node, or of another piece of the text. */
export function rangeOf({ offset, length }: Pick<YamlNode, "offset" | "length">): {
  start: number;
  end: number;
} {
  return { start: offset, end: offset + length };
}

/** True for a mapping or a list written without brackets. */
export function isBlockCollection(node: YamlNode | undefined): node is ObjectNode | ArrayNode {
  return (node?.type === "object" || node?.type === "array") && !node.flow && node.alias === undefined;
}

/** True if a property is a merge key (`<<`), which brings other keys in instead of being a key itself. */
export function isMergeKey(property: PropertyNode): boolean {
  if (property.key !== "<<") return false;
  const { keyNode } = property;
  if (keyNode.style !== "plain" || keyNode.alias !== undefined) return false;
  return keyNode.tag === undefined || keyNode.tag === "!" || keyNode.tag === "!!merge";
}

/** Shorter mappings are searched, which takes less time and memory than an index. */
const SHORT = 32;

/** The last property before an index that has a key, or is a merge key, which may bring the key in; `-1` if there is none. */
function lastBefore(mapping: ObjectNode, end: number, key: string): number {
  const { properties } = mapping;
  if (properties.length > SHORT) {
    const { byKey, merges } = keyIndexOf(mapping);
    return Math.max(lastBelow(byKey.get(key), end), lastBelow(merges, end));
  }
  for (let index = end - 1; index >= 0; index--) {
    const property = properties[index];
    if (property && (property.key === key || isMergeKey(property))) return index;
  }
  return -1;
}

/** The indexes of each key of a mapping, and of its merge keys, in the order of the text. */
const keyIndexOf = memo(({ properties }: ObjectNode) => {
  const byKey = new Map<string, number[]>();
  const merges: number[] = [];
  for (const [index, property] of properties.entries()) {
    const places = byKey.get(property.key);
    if (isMergeKey(property)) merges.push(index);
    else if (places) places.push(index);
    else byKey.set(property.key, [index]);
  }
  return { byKey, merges };
});

function lastBelow(places: readonly number[] = [], end: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < end) low = middle + 1;
    else high = middle;
  }
  return places[low - 1] ?? -1;
}

/**
 * The mappings that a merge key names, in the order in which Helm writes them into its mapping: if several hold the same
 * key, the last one wins. Helm does not accept an alias of a list here.
 */
export function mergedInto({ valueNode }: PropertyNode): readonly ValueNode[] {
  return valueNode.type === "array" && !valueNode.alias ? valueNode.items.toReversed() : [valueNode];
}

/** Cache of the properties found by key in mappings that merge others or are merged, so that none is searched twice. */
const foundIn = memo((_: ObjectNode) => new Map<string, PropertyNode | undefined>());

/** A mapping that is searched from its end; the properties from index `rest` on have been seen. */
interface Search {
  readonly mapping: ObjectNode;
  readonly rest: number;
}

/**
 * The property that a mapping with merge keys has for a key. A merge key takes effect where it stands: it wins over what is
 * above it, and what is below wins over it. Mappings can be merged into one another any number of times and levels deep, so
 * none is searched twice, and nothing here is recursive.
 */
function findMerged(start: ObjectNode, key: string): PropertyNode | undefined {
  const pending: Search[] = [{ mapping: start, rest: start.properties.length }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const found = searchOn(next, key, pending);
    if (!found) continue;
    // The mappings already begun are those on the way to this one, and nothing in them takes precedence.
    for (const { mapping, rest } of [next, ...pending]) {
      if (rest < mapping.properties.length || mapping === next.mapping) foundIn(mapping).set(key, found);
    }
    return found;
  }
  return undefined;
}

/** Searches on up to the next merge key, whose mappings come before the rest of this one. */
function searchOn({ mapping, rest }: Search, key: string, pending: Search[]): PropertyNode | undefined {
  const { properties } = mapping;
  const known = rest === properties.length ? foundIn(mapping) : undefined;
  if (known?.has(key)) return known.get(key);
  const index = lastBefore(mapping, rest, key);
  const property = properties[index];
  if (property && isMergeKey(property)) {
    pending.push({ mapping, rest: index });
    for (const named of mergedInto(property)) {
      const source = named.target ?? named;
      if (source.type === "object") pending.push({ mapping: source, rest: source.properties.length });
    }
    return undefined;
  }
  if (!property) foundIn(mapping).set(key, undefined);
  return property;
}

/**
 * The span of a node's anchor, including its `&`. It comes before the value, with at most blanks, a tag or a comment in
 * between. `undefined` if the node has no anchor.
 */
export function anchorSpan(
  text: string,
  { anchor, offset }: ValueNode,
): { readonly offset: number; readonly length: number } | undefined {
  if (anchor === undefined) return undefined;
  const sign = text.lastIndexOf(`&${anchor}`, offset);
  return sign < 0 ? undefined : { offset: sign, length: anchor.length + 1 };
}

/** A plain key as it is written; `undefined` for one in quotes, with an anchor or a tag, or one that is an alias. */
export function keySource(text: string, { keyNode }: PropertyNode): string | undefined {
  const { offset, length, style, anchor, tag, alias } = keyNode;
  if (style !== "plain" || anchor !== undefined || tag !== undefined || alias !== undefined) return undefined;
  const source = text.slice(offset, offset + length);
  return /[\s"'?&*!]/.test(source) ? undefined : source;
}
