import { isMapping, isSameJson } from "../chart/same-json.ts";
import type { Path } from "../yaml/tree.ts";

/** Where a field is on two sides that differ in it; a path is absent on the side where the field is not there. */
export interface FieldPaths {
  readonly before?: Path;
  readonly after?: Path;
}

/**
 * The fields in which two values of JSON differ. Items of lists belong together that are equal or have the same name, as the API server
 * merges them (Kubernetes API, `patchMergeKey`); the others by their order.
 */
export function fieldDifferences(before: unknown, after: unknown): readonly FieldPaths[] {
  return differences(before, after, [], []);
}

/** The paths of all fields of a value: of what has nothing below it. */
export function fieldPaths(value: unknown, path: Path = []): readonly Path[] {
  if (value === undefined) return [];
  const below = entriesOf(value).flatMap(([key, child]) => fieldPaths(child, [...path, key]));
  return below.length > 0 ? below : [path];
}

function differences(one: unknown, other: unknown, before: Path, after: Path): readonly FieldPaths[] {
  if (one === other) return [];
  const [left, right] = [entriesOf(one), entriesOf(other)];
  if (left.length > 0 && right.length > 0) {
    if (isMapping(one) && isMapping(other)) {
      const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
      return [...keys].flatMap((key) => differences(one[key], other[key], [...before, key], [...after, key]));
    }
    if (Array.isArray(one) && Array.isArray(other))
      return pairsOf(one, other).flatMap(([at, to]) =>
        differences(one[at], other[to], [...before, at], [...after, to]),
      );
  }
  if (isSameJson(one, other)) return [];
  const isField = left.length === 0 && right.length === 0;
  if (isField && one !== undefined && other !== undefined) return [{ before, after }];
  return [
    ...fieldPaths(one, before).map((path) => ({ before: path })),
    ...fieldPaths(other, after).map((path) => ({ after: path })),
  ];
}

function entriesOf(value: unknown): readonly (readonly [string | number, unknown])[] {
  if (Array.isArray(value)) return [...value.entries()];
  return isMapping(value) ? Object.entries(value) : [];
}

/** Which items of two lists belong together; the number of what has none on the other side is -1. */
function pairsOf(one: readonly unknown[], other: readonly unknown[]): readonly (readonly [number, number])[] {
  const left = numbersByIdentity(one);
  const right = numbersByIdentity(other);
  const paired = new Map([...left].flatMap(([id, at]) => (right.has(id) ? [[at, right.get(id) ?? -1]] : [])));
  const taken = new Set(paired.values());
  const free = other.flatMap((_, at) => (taken.has(at) ? [] : [at]));
  const pairs = one.map((_, at) => [at, paired.get(at) ?? free.shift() ?? -1] as const);
  return [...pairs, ...free.map((at) => [-1, at] as const)];
}

/** The numbers of the items by what they are told apart by: their name, else all they are; only what occurs once. */
function numbersByIdentity(list: readonly unknown[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const twice = new Set<string>();
  for (const [at, item] of list.entries()) {
    const id = isMapping(item) && typeof item.name === "string" ? `name ${item.name}` : JSON.stringify(item);
    if (found.has(id)) twice.add(id);
    found.set(id, at);
  }
  for (const id of twice) found.delete(id);
  return found;
}
