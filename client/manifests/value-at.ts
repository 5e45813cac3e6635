import { isMap, mapOf } from "./yaml.ts";

/** The keys from the root of a value to a value in it. */
export type ValuePath = readonly (string | number)[];

/** The value at a path through mappings; `undefined` if there is none. */
export function valueAt(value: unknown, path: ValuePath): unknown {
  return path.reduce((found: unknown, key) => (isMap(found) ? found[key] : undefined), value);
}

/** A value without the entry at a path through mappings, and without the mappings on the path that are empty then. */
export function withoutValue(value: unknown, [key = "", ...below]: ValuePath): unknown {
  const { [key]: found, ...others } = mapOf(value);
  const rest = below.length === 0 ? {} : mapOf(withoutValue(found, below));
  return Object.keys(rest).length === 0 ? others : { ...mapOf(value), [key]: rest };
}
