import { isMapping, isSameJson } from "../chart/same-json.ts";
import type { Path } from "../yaml/tree.ts";

/** The paths of a field on two sides that differ in it; absent on a side without the field. */
export interface FieldPaths {
  readonly before?: Path;
  readonly after?: Path;
}

/**
 * The fields in which two values of JSON differ. Items of lists are paired if they are equal or have the same name, as the API server
 * merges them (Kubernetes API, `patchMergeKey`); the others by their order.
 */
export function fieldDifferences(before: unknown, after: unknown): readonly FieldPaths[] {
  return differences(before, after, [], []);
}

/** The paths of all fields of a value, which are the values without any below them. */
export function fieldPaths(value: unknown, path: Path = []): readonly Path[] {
  if (value === undefined) return [];
  const below = entriesOf(value).flatMap(([key, child]) => fieldPaths(child, [...path, key]));
  return below.length > 0 ? below : [path];
}

function differences(value: unknown, other: unknown, before: Path, after: Path): readonly FieldPaths[] {
  if (value === other) return [];
  const [left, right] = [entriesOf(value), entriesOf(other)];
  if (left.length > 0 && right.length > 0) {
    if (isMapping(value) && isMapping(other)) {
      const keys = new Set([...Object.keys(value), ...Object.keys(other)]);
      return [...keys].flatMap((key) =>
        differences(value[key], other[key], [...before, key], [...after, key]),
      );
    }
    if (Array.isArray(value) && Array.isArray(other))
      return pairsOf(value, other).flatMap(([from, to]) =>
        differences(value[from], other[to], [...before, from], [...after, to]),
      );
  }
  if (isSameJson(value, other)) return [];
  const isField = left.length === 0 && right.length === 0;
  if (isField && value !== undefined && other !== undefined) return [{ before, after }];
  return [
    ...fieldPaths(value, before).map((path) => ({ before: path })),
    ...fieldPaths(other, after).map((path) => ({ after: path })),
  ];
}

function entriesOf(value: unknown): readonly (readonly [string | number, unknown])[] {
  if (Array.isArray(value)) return [...value.entries()];
  return isMapping(value) ? Object.entries(value) : [];
}

/** The pairs of items of two lists, by their numbers; -1 for an item without a counterpart. */
function pairsOf(
  items: readonly unknown[],
  other: readonly unknown[],
): readonly (readonly [number, number])[] {
  const left = numbersByIdentity(items);
  const right = numbersByIdentity(other);
  const paired = new Map(
    [...left].flatMap(([id, index]) => (right.has(id) ? [[index, right.get(id) ?? -1]] : [])),
  );
  const taken = new Set(paired.values());
  const free = other.flatMap((_, index) => (taken.has(index) ? [] : [index]));
  const pairs = items.map((_, index) => [index, paired.get(index) ?? free.shift() ?? -1] as const);
  return [...pairs, ...free.map((index) => [-1, index] as const)];
}

/** The numbers of the items by their identity: the name, else the whole value; only identities that occur once. */
function numbersByIdentity(list: readonly unknown[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const twice = new Set<string>();
  for (const [index, item] of list.entries()) {
    const id = isMapping(item) && typeof item.name === "string" ? `name ${item.name}` : JSON.stringify(item);
    if (found.has(id)) twice.add(id);
    found.set(id, index);
  }
  for (const id of twice) found.delete(id);
  return found;
}
