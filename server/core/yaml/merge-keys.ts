import type { ObjectNode, PropertyNode, ValueNode } from "./tree.ts";

/** Whether a property is a merge key (`<<`), which brings other keys in instead of being one. */
export function isMergeKey(property: PropertyNode): boolean {
  if (property.key !== "<<") return false;
  const { keyNode } = property;
  if (keyNode.style !== "plain" || keyNode.alias !== undefined) return false;
  return keyNode.tag === undefined || keyNode.tag === "!" || keyNode.tag === "!!merge";
}

/**
 * What a merge key names, in the order in which Helm writes it into the mapping: if several hold the same key, the last one
 * wins. Helm does not accept an alias of a list here.
 */
export function mergedInto({ valueNode }: PropertyNode): readonly ValueNode[] {
  return valueNode.type === "array" && !valueNode.alias ? valueNode.items.toReversed() : [valueNode];
}

/** What was found for a key in mappings that merge others or are merged, so that none of them is searched twice for it. */
const FOUND = new WeakMap<ObjectNode, Map<string, PropertyNode | undefined>>();

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
export function findMerged(start: ObjectNode, key: string): PropertyNode | undefined {
  const pending: Search[] = [{ mapping: start, rest: start.properties.length }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const found = searchOn(next, key, pending);
    if (!found) continue;
    // The mappings already begun are those on the way to this one, and nothing in them takes precedence.
    for (const { mapping, rest } of [next, ...pending]) {
      if (rest < mapping.properties.length || mapping === next.mapping) remember(mapping, key, found);
    }
    return found;
  }
  return undefined;
}

/** Searches on up to the next merge key, whose mappings come before the rest of this one. */
function searchOn({ mapping, rest }: Search, key: string, pending: Search[]): PropertyNode | undefined {
  const { properties } = mapping;
  const known = rest === properties.length ? FOUND.get(mapping) : undefined;
  if (known?.has(key)) return known.get(key);
  for (let index = rest - 1; index >= 0; index--) {
    const property = properties[index];
    if (!property) continue;
    if (isMergeKey(property)) {
      pending.push({ mapping, rest: index });
      for (const named of mergedInto(property)) {
        const source = named.target ?? named;
        if (source.type === "object") pending.push({ mapping: source, rest: source.properties.length });
      }
      return undefined;
    }
    if (property.key === key) return property;
  }
  remember(mapping, key, undefined);
  return undefined;
}

function remember(mapping: ObjectNode, key: string, found: PropertyNode | undefined): void {
  const known = FOUND.get(mapping) ?? new Map<string, PropertyNode | undefined>();
  FOUND.set(mapping, known.set(key, found));
}
