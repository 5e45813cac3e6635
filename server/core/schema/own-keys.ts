import type { ChartKey } from "../chart/chart.ts";
import { memo } from "../yaml/memo.ts";
import type { Annotations } from "./annotations.ts";
import { isTypeName, type JsonSchema, type TypeName } from "./model.ts";

/** The schemas of keys by name that mean the same wherever a chart has them: `resources`, `tolerations`, `volumes`. */
export type CommonKeys = ReadonlyMap<string, JsonSchema>;

/** The schemas of components' keys that Kubernetes or every chart reads in the same way. */
export const commonKeysOf = memo((knowledge: JsonSchema): CommonKeys => {
  const found = new Map<string, JsonSchema>();
  for (const component of Object.values(knowledge.properties ?? {})) {
    if (component["x-cap-operator"]?.meaning !== "component") continue;
    for (const [key, schema] of Object.entries(component.properties ?? {})) {
      if (!found.has(key) && isCommon(schema)) found.set(key, withoutPlace(schema));
    }
  }
  return found;
});

/**
 * The schema of a key that only the chart has: by its name if that means the same everywhere and its default has that shape, else by its
 * default. `null` and an empty text do not show the type; a text may be replaced by any scalar, because templates write all of them as
 * text.
 */
export function schemaOfOwnKey(name: string, key: ChartKey, common: CommonKeys): JsonSchema {
  const meant = common.get(name);
  const schema = meant && hasShape(meant, key.default) ? meant : byDefault(key, common);
  const described = {
    ...schema,
    ...(key.default !== undefined && { default: key.default }),
    ...(key.from !== undefined && { "x-cap-operator": { ...schema["x-cap-operator"], subchart: key.from } }),
  };
  return narrowed(described, key);
}

/** The schema of a key narrowed by the chart's own schema, because Helm refuses everything else. */
export function narrowed(known: JsonSchema, { checked }: ChartKey): JsonSchema {
  if (checked === undefined) return known;
  const { type, enum: allowed, minimum, maximum, description } = annotated(checked);
  const listed = [type ?? []].flat();
  const both = known.enum && allowed ? known.enum.filter((value) => allowed.includes(value)) : [];
  return {
    ...known,
    ...(listed.length > 0 && known.$ref === undefined && { type: typesIn(known.type, listed) }),
    ...(allowed && { enum: both.length > 0 ? both : allowed }),
    ...(minimum !== undefined && { minimum: Math.max(minimum, known.minimum ?? minimum) }),
    ...(maximum !== undefined && { maximum: Math.min(maximum, known.maximum ?? maximum) }),
    ...(description !== undefined && { description: known.description ?? description }),
  };
}

/**
 * The types that both allow; those of the chart if they share none. A value that may be empty stays so, because Helm removes nulls before it
 * checks.
 */
function typesIn(known: JsonSchema["type"], demanded: readonly TypeName[]): readonly TypeName[] {
  const types = [known ?? []].flat();
  const isBoth = (type: TypeName) =>
    type === "integer" ? types.includes("number") || types.includes(type) : types.includes(type);
  const wider = demanded.includes("number") && types.includes("integer") ? (["integer"] as const) : [];
  const both = [...demanded.filter(isBoth), ...wider];
  if (both.length === 0) return demanded;
  return types.includes("null") && !both.includes("null") ? [...both, "null"] : both;
}

/** True if all charts read a key in the same way: its values are of a type of Kubernetes, or are labels or the like. */
function isCommon(schema: JsonSchema): boolean {
  if (schema.$ref !== undefined || schema.items?.$ref !== undefined) return true;
  const meaning = schema["x-cap-operator"]?.meaning;
  return meaning === "labels" || meaning === "annotations";
}

/** A schema without the parts that hold only at its own place, and without its default. */
function withoutPlace({ default: _default, description: _text, ...schema }: JsonSchema): JsonSchema {
  const { meaning, counterpart } = schema["x-cap-operator"] ?? {};
  const annotations: Annotations = {
    ...(meaning && { meaning }),
    ...(counterpart !== undefined && { counterpart }),
  };
  return { ...schema, "x-cap-operator": annotations };
}

function hasShape({ $ref, type }: JsonSchema, value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  const isList = type === "array" || (type?.includes("array") ?? false);
  const isMapping = type === "object" || (type?.includes("object") ?? $ref !== undefined);
  return Array.isArray(value) ? isList : typeof value === "object" && isMapping;
}

function byDefault(key: ChartKey, common: CommonKeys): JsonSchema {
  if (key.keys) {
    const below = [...key.keys].map(([name, child]) => [name, schemaOfOwnKey(name, child, common)] as const);
    return {
      type: "object",
      properties: Object.fromEntries(below),
      ...(key.reads === "these" && { additionalProperties: false }),
    };
  }
  const type = typesFor(key.default) ?? namedTypes(key) ?? (key.type && [key.type, "null"]);
  const items = itemsOf(key, common);
  // Templates go through a mapping in the same way as through a list.
  const any = items && !Array.isArray(key.default) ? { additionalProperties: items } : {};
  const isGuess = key.checked?.type === undefined;
  return {
    ...(type && { type }),
    ...(items && { items }),
    ...any,
    ...(isGuess && { "x-cap-operator": { guessed: true } }),
  };
}

/** The schema of a list's items: the fields that its default has, that templates name, and that the chart's schema declares. */
export function itemsOf(key: ChartKey, common: CommonKeys): JsonSchema | undefined {
  const fields = new Map(key.items);
  for (const item of Array.isArray(key.default) ? key.default : []) {
    if (typeof item !== "object" || item === null || Array.isArray(item)) return undefined;
    for (const [name, value] of Object.entries(item))
      if (fields.get(name)?.default === undefined) fields.set(name, { ...fields.get(name), default: value });
  }
  const described = [...fields].map(([name, field]) => {
    const { default: _ofOneItem, ...schema } = schemaOfOwnKey(name, field, common);
    return [name, schema] as const;
  });
  if (described.length === 0) return undefined;
  return {
    properties: Object.fromEntries(described),
    ...(key.itemReads === "these" && { additionalProperties: false }),
  };
}

/** The names of types in comments, in lower case. */
const NAMED: ReadonlyMap<string, readonly TypeName[]> = new Map<string, readonly TypeName[]>([
  ["bool", ["boolean"]],
  ["boolean", ["boolean"]],
  ["int", ["number", "string"]],
  ["integer", ["number", "string"]],
  ["float", ["number", "string"]],
  ["number", ["number", "string"]],
  ["list", ["array"]],
  ["array", ["array"]],
  ["map", ["object"]],
  ["dict", ["object"]],
  ["object", ["object"]],
]);

/** The type that a comment names for a key without a default that would tell. Such a key is allowed to stay empty. */
function namedTypes({ comment }: ChartKey): readonly TypeName[] | undefined {
  const types = NAMED.get((comment?.()?.type ?? "").toLowerCase());
  return types && [...types, "null"];
}

/** The parts of the chart's own schema that describe what can be written. */
function annotated(schema: NonNullable<ChartKey["checked"]>): JsonSchema {
  const { type, enum: allowed, minimum, maximum, description } = schema;
  const types = [type].flat().filter(isTypeName);
  return {
    ...(types.length > 0 && { type: types }),
    ...(Array.isArray(allowed) && allowed.length > 0 && { enum: allowed }),
    ...(typeof minimum === "number" && { minimum }),
    ...(typeof maximum === "number" && { maximum }),
    ...(typeof description === "string" && { description }),
  };
}

const SCALARS: readonly TypeName[] = ["string", "number", "boolean"];

function typesFor(value: unknown): readonly TypeName[] | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (Array.isArray(value)) return ["array"];
  switch (typeof value) {
    case "object":
      return ["object"];
    case "boolean":
      return ["boolean"];
    case "number":
      return ["number", "string"];
    default:
      return SCALARS;
  }
}
