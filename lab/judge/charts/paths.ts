import type { Json } from "../../../test/schemas/facts.ts";

/** Values of a chart, by the keys of the top level. */
export type Values = Readonly<Record<string, Json>>;

/** The keys from the top level down to a value. */
export type Path = readonly string[];

/** True for a mapping. */
export function isMapping(value: Json | undefined): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Every key that is no mapping with keys of its own. */
export function leavesOf(values: Json, above: Path = []): Path[] {
  if (!isMapping(values) || Object.keys(values).length === 0) return [above];
  return Object.entries(values).flatMap(([key, below]) => leavesOf(below, [...above, key]));
}

/** Every key that is a mapping with keys of its own. */
export function sectionsOf(values: Json, above: Path = []): Path[] {
  if (!isMapping(values) || Object.keys(values).length === 0) return [];
  const below = Object.entries(values).flatMap(([key, inner]) => sectionsOf(inner, [...above, key]));
  return above.length > 0 ? [above, ...below] : below;
}

/** The value of a key; `undefined` if it is not set. */
export function valueAt(values: Json, key: Path): Json | undefined {
  return key.reduce<Json | undefined>((value, name) => (isMapping(value) ? value[name] : undefined), values);
}

/** Values with a key set. */
export function withKey(values: Values, [first = "", ...rest]: Path, value: Json): Values {
  const below = values[first];
  return {
    ...values,
    [first]: rest.length === 0 ? value : withKey(isMapping(below) ? below : {}, rest, value),
  };
}

/** Values without a key, and without what has no keys any more. */
export function withoutKey(values: Values, [first = "", ...rest]: Path): Values {
  const { [first]: below, ...others } = values;
  if (rest.length === 0 || !isMapping(below)) return others;
  const left = withoutKey(below, rest);
  return Object.keys(left).length === 0 ? others : { ...others, [first]: left };
}
