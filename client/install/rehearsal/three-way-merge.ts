import { isMap, mapOf, type YamlMap } from "../../manifests/yaml.ts";
import strategies from "./patch-strategies.json" with { type: "json" };

/** The three versions of an object that Helm compares. */
export interface ThreeVersions {
  /** As the last revision set it. */
  readonly before: YamlMap;
  /** As it is to be. */
  readonly after: YamlMap;
  /** As it is in the cluster. */
  readonly live: YamlMap;
}

/** How one field is merged. Without a strategy, a list is replaced and a mapping is merged. */
interface FieldStrategy {
  readonly type?: string;
  /** The key that tells the entries of a list apart. */
  readonly key?: string;
  /** `merge`, `retainKeys` (keys that are not given are removed), or both, separated by a comma. */
  readonly strategy?: string;
}

const KINDS: Readonly<Record<string, string>> = strategies.kinds;
const TYPES: Readonly<Record<string, Readonly<Record<string, FieldStrategy>>>> = strategies.types;

/**
 * What an object becomes in a client-side update by Helm: a strategic three-way merge for the kinds of Kubernetes itself; for all
 * others, the differences between the two manifests are applied (Helm 3.22 and 4.3, `pkg/kube/client.go`, `createPatch`).
 */
export function threeWayMerge({ before, after, live }: ThreeVersions): YamlMap {
  const type = KINDS[`${after.apiVersion}/${after.kind}`];
  return type === undefined ? changed(before, after, live) : merged(before, after, live, type);
}

/** A JSON merge patch (RFC 7386) from `before` to `after`, applied to `live`. */
function changed(before: YamlMap, after: YamlMap, live: YamlMap): YamlMap {
  const result: Record<string, unknown> = { ...live };
  for (const key of Object.keys(before)) {
    if (after[key] === undefined || after[key] === null) delete result[key];
  }
  for (const [key, value] of Object.entries(after)) {
    if (value === null || sameJson(value, before[key])) continue;
    result[key] =
      isMap(value) && isMap(before[key]) ? changed(mapOf(before[key]), value, mapOf(live[key])) : value;
  }
  return result;
}

/** The result of a strategic merge patch (Kubernetes: `apimachinery/pkg/util/strategicpatch`, `CreateThreeWayMergePatch`). */
function merged(before: YamlMap, after: YamlMap, live: YamlMap, type: string | undefined): YamlMap {
  const result: Record<string, unknown> = { ...live };
  for (const key of Object.keys(before)) {
    if (after[key] === undefined) delete result[key];
  }
  for (const [key, value] of Object.entries(after)) {
    if (value === null) delete result[key];
    else result[key] = mergedField(before[key], value, live[key], fieldOf(type, key));
  }
  return result;
}

function mergedField(before: unknown, after: unknown, live: unknown, field: FieldStrategy): unknown {
  const { strategy = "" } = field;
  if (isMap(after) && isMap(live)) {
    if (/^replace$/.test(strategy)) return after;
    const result = merged(mapOf(before), after, live, field.type);
    return strategy.includes("retainKeys") ? onlyKeysOf(after, result) : result;
  }
  if (!Array.isArray(after) || !Array.isArray(live) || !/\bmerge\b/.test(strategy)) return after;
  const old = Array.isArray(before) ? before : [];
  return field.key === undefined ? mergedTexts(old, after, live) : mergedEntries(old, after, live, field);
}

/** A list of scalars, some of which others may have added. */
function mergedTexts(before: readonly unknown[], after: readonly unknown[], live: readonly unknown[]) {
  return [...new Set([...after, ...live.filter((one) => after.includes(one) || !before.includes(one))])];
}

/** A list whose entries have a name. Entries that somebody else added are kept. */
function mergedEntries(
  before: readonly unknown[],
  after: readonly unknown[],
  live: readonly unknown[],
  { key = "", type, strategy = "" }: FieldStrategy,
): readonly unknown[] {
  const nameOf = (entry: unknown) => mapOf(entry)[key];
  const old = new Map(before.map((entry) => [nameOf(entry), entry]));
  const there = new Map(live.map((entry) => [nameOf(entry), entry]));
  const names = new Set(after.map(nameOf));
  // Entries that share a name (a port for TCP and for UDP) cannot be told apart: the manifest wins.
  if (names.size < after.length || there.size < live.length) return after;
  const given = after.map((entry) => {
    const was = there.get(nameOf(entry));
    if (was === undefined) return entry;
    const result = merged(mapOf(old.get(nameOf(entry))), mapOf(entry), mapOf(was), type);
    return strategy.includes("retainKeys") ? onlyKeysOf(mapOf(entry), result) : result;
  });
  return [...given, ...live.filter((entry) => !names.has(nameOf(entry)) && !old.has(nameOf(entry)))];
}

function onlyKeysOf(given: YamlMap, result: YamlMap): YamlMap {
  return Object.fromEntries(Object.entries(result).filter(([key]) => given[key] !== undefined));
}

function fieldOf(type: string | undefined, key: string): FieldStrategy {
  return (type === undefined ? undefined : TYPES[type]?.[key]) ?? {};
}

/** Whether two values are the same JSON, whatever the order of their keys. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, index) => sameJson(item, other[index]))
    );
  }
  if (!isMap(one) || !isMap(other)) return one === other;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => key in other && sameJson(one[key], other[key]))
  );
}
