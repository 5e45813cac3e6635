import { isSameJson } from "../chart/same-json.ts";
import type { Annotations, ChartFacts } from "./annotations.ts";
import type { JsonSchema, TypeName } from "./model.ts";

/** The names of two charts, the likelier first. */
type TwoNames = readonly [string, string];

/**
 * The schema of values whose chart may be either of two. It has the keys and values of both, those of the first chart first, and demands only
 * what both demand. Where they differ, it notes which chart has what (`onlyIn`, `perChart`).
 */
export function ofBoth(first: JsonSchema, second: JsonSchema, names: TwoNames): JsonSchema {
  const definitions = { ...second.definitions, ...first.definitions };
  return { ...joined(first, second, names), definitions };
}

/** The schema of a place in both charts. References to the types of Kubernetes are the same in both. */
function joined(first: JsonSchema, second: JsonSchema, names: TwoNames): JsonSchema {
  if (first.$ref !== undefined && first.$ref === second.$ref) return withFacts(first, first, second, names);
  const { properties, items, additionalProperties } = first;
  const both: JsonSchema = {
    ...second,
    ...first,
    ...typesOf(first, second),
    ...allowedIn(first, second),
    ...rangeOf(first, second),
    ...(first.required && { required: first.required.filter((key) => second.required?.includes(key)) }),
    ...(properties && second.properties && { properties: joinedKeys(properties, second.properties, names) }),
    ...(items && second.items && { items: joined(items, second.items, names) }),
    ...(additionalProperties === false &&
      second.additionalProperties !== false && { additionalProperties: second.additionalProperties ?? true }),
  };
  return withFacts(both, first, second, names);
}

function joinedKeys(
  first: Readonly<Record<string, JsonSchema>>,
  second: Readonly<Record<string, JsonSchema>>,
  names: TwoNames,
): Record<string, JsonSchema> {
  const [firstName, secondName] = names;
  const keys = new Set([...Object.keys(first), ...Object.keys(second)]);
  return Object.fromEntries(
    [...keys].flatMap((key): [string, JsonSchema][] => {
      const [inFirst, inSecond] = [ownKey(first, key), ownKey(second, key)];
      if (inFirst && inSecond) return [[key, joined(inFirst, inSecond, names)]];
      if (inFirst) return [[key, annotated(inFirst, { onlyIn: firstName })]];
      return inSecond ? [[key, annotated(inSecond, { onlyIn: secondName })]] : [];
    }),
  );
}

function ownKey(properties: Readonly<Record<string, JsonSchema>>, key: string): JsonSchema | undefined {
  return Object.hasOwn(properties, key) ? properties[key] : undefined;
}

/** A place that one chart leaves open is open. */
function typesOf({ type: first }: JsonSchema, { type: second }: JsonSchema): Pick<JsonSchema, "type"> {
  if (first === undefined || second === undefined) return {};
  const listed = (type: TypeName | readonly TypeName[]) => (typeof type === "string" ? [type] : type);
  const types = [...new Set([...listed(first), ...listed(second)])];
  return { type: types.length === 1 && types[0] !== undefined ? types[0] : types };
}

function allowedIn({ enum: first }: JsonSchema, { enum: second }: JsonSchema): Pick<JsonSchema, "enum"> {
  return first && second ? { enum: [...new Set([...first, ...second])] } : {};
}

function rangeOf(first: JsonSchema, second: JsonSchema): Pick<JsonSchema, "minimum" | "maximum"> {
  return {
    ...(first.minimum !== undefined &&
      second.minimum !== undefined && { minimum: Math.min(first.minimum, second.minimum) }),
    ...(first.maximum !== undefined &&
      second.maximum !== undefined && { maximum: Math.max(first.maximum, second.maximum) }),
  };
}

/** A place with the facts of each chart, if they differ: then there is no common default. */
function withFacts(both: JsonSchema, first: JsonSchema, second: JsonSchema, names: TwoNames): JsonSchema {
  const annotations = annotationsOf(first, second);
  const isSameDefault =
    "default" in first === "default" in second && isSameJson(first.default, second.default);
  const isSameAllowed = isSameJson(first.enum, second.enum);
  if (isSameDefault && isSameAllowed) return { ...both, "x-cap-operator": annotations };
  const { default: _own, ...rest } = both;
  const perChart = [factsOf(first, second, names[0]), factsOf(second, first, names[1])];
  return { ...(isSameDefault ? both : rest), "x-cap-operator": { ...annotations, perChart } };
}

function factsOf(schema: JsonSchema, other: JsonSchema, chart: string): ChartFacts {
  const { chartDefault } = schema["x-cap-operator"] ?? {};
  const values = schema.enum?.filter((value) => !other.enum?.includes(value)) ?? [];
  return {
    chart,
    ...("default" in schema && { default: schema.default }),
    ...(!("default" in schema) && chartDefault !== undefined && { chartDefault }),
    ...(values.length > 0 && { values }),
  };
}

/**
 * The annotations of a place, those of the first chart where they differ. A demand that would stop an installation stays only if both charts
 * have it, but for keys without which the first chart cannot be rendered in any version: nothing is known of the other chart's templates.
 */
function annotationsOf(first: JsonSchema, second: JsonSchema): Annotations {
  const [likelier, other] = [first["x-cap-operator"] ?? {}, second["x-cap-operator"] ?? {}];
  const { since: _since, removed: _removed, ...both } = { ...other, ...likelier };
  const demands = DEMANDS.filter(
    (name) => likelier[name] !== other[name] && !(name === "failsWithNull" && likelier[name] === true),
  );
  return Object.fromEntries(
    Object.entries(both).filter(([name]) => !demands.some((demand) => demand === name)),
  );
}

/** The annotations that make rules report a value as missing or wrong. */
const DEMANDS = [
  "requiredForInstall",
  "neededByManager",
  "failsWithNull",
  "readInside",
  "shortest",
] as const satisfies readonly (keyof Annotations)[];

function annotated(schema: JsonSchema, annotations: Annotations): JsonSchema {
  const all = { ...schema["x-cap-operator"], ...annotations };
  return Object.keys(all).length === 0 ? schema : { ...schema, "x-cap-operator": all };
}
