import type { Chart, ChartKey } from "../chart/chart.ts";
import type { JsonSchema, TypeName } from "./model.ts";
import { type CommonKeys, commonKeysOf, itemsOf, narrowed, schemaOfOwnKey } from "./own-keys.ts";

/**
 * The schema of a chart: its keys and defaults, described by `knowledge`. Keys of `knowledge` that the chart lacks are left out, except where
 * anything is allowed (`global`, which Helm itself has). A key that only the chart has is described by its default and its comment.
 */
export function schemaOf(chart: Chart, knowledge: JsonSchema): JsonSchema {
  return { ...knowledge, ...ofMapping({ keys: chart.keys }, knowledge, commonKeysOf(knowledge)) };
}

function ofMapping({ keys = new Map() }: ChartKey, known: JsonSchema, common: CommonKeys): JsonSchema {
  const described = known.properties ?? {};
  const entries: [string, JsonSchema][] = [];
  for (const [key, below] of Object.entries(described)) {
    const declared = keys.get(key);
    if (declared) entries.push([key, ofKey(key, declared, below, common)]);
    else if (below["x-cap-operator"]?.open) entries.push([key, below]);
  }
  for (const [key, declared] of keys) {
    if (!Object.hasOwn(described, key)) entries.push([key, schemaOfOwnKey(key, declared, common)]);
  }
  const { default: _other, ...rest } = known;
  const properties = Object.fromEntries(entries);
  return { ...rest, properties, ...composed(entries) };
}

function ofKey(name: string, key: ChartKey, known: JsonSchema, common: CommonKeys): JsonSchema {
  if (key.keys && known.properties) return ofMapping(key, known, common);
  if (!couldBe(known, key)) {
    const { description } = known;
    return { ...schemaOfOwnKey(name, key, common), ...(description !== undefined && { description }) };
  }
  const { default: _other, "x-cap-operator": annotations, ...rest } = known;
  const items = known.$ref === undefined && known.items === undefined ? itemsOf(key, common) : undefined;
  const below = key.keys && annotations?.open ? ofMapping(key, known, common) : undefined;
  const { chartDefault, ...others } = annotations ?? {};
  return {
    ...narrowed(rest, key),
    ...(items && { items }),
    ...(below?.properties && { properties: below.properties }),
    ...("default" in key && { default: key.default }),
    "x-cap-operator": {
      ...others,
      // A default that is too long to be listed is described in words.
      ...(!("default" in key) && chartDefault !== undefined && { chartDefault }),
      ...(key.since !== undefined && { since: key.since }),
      ...(key.removed !== undefined && { removed: key.removed }),
    },
  };
}

/** True if a default has the shape of the known schema: the chart may have given a key another meaning. Empty values tell nothing. */
function couldBe({ type }: JsonSchema, key: ChartKey): boolean {
  const value = key.default;
  if (type === undefined || value === undefined || value === null || value === "") return true;
  const types: readonly TypeName[] = typeof type === "string" ? [type] : type;
  if (Array.isArray(value)) return types.includes("array");
  return typeof value === "object"
    ? types.includes("object")
    : types.some((name) => name !== "object" && name !== "array");
}

/** The default of a mapping is made of those of its keys, if all of them have one. */
function composed(properties: readonly (readonly [string, JsonSchema])[]): { readonly default?: unknown } {
  if (properties.length === 0 || !properties.every(([, child]) => "default" in child)) return {};
  return { default: Object.fromEntries(properties.map(([key, child]) => [key, child.default])) };
}
