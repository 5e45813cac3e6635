import type { Chart, ChartKey } from "../chart/chart.ts";
import type { JsonSchema, TypeName } from "./model.ts";

/**
 * The schema of a chart: its keys and its defaults, with what `knowledge` says of them. What `knowledge` knows and the chart has
 * not is left out, except where anything is allowed (`global`, which Helm itself has); what only the chart has gets the type of
 * its default.
 */
export function schemaOf(chart: Chart, knowledge: JsonSchema): JsonSchema {
  return { ...knowledge, ...ofMapping({ keys: chart.keys }, knowledge) };
}

function ofMapping({ keys = new Map() }: ChartKey, known: JsonSchema): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const [key, below] of Object.entries(known.properties ?? {})) {
    const declared = keys.get(key);
    if (declared) properties[key] = ofKey(declared, below);
    else if (below["x-cap-operator"]?.open) properties[key] = below;
  }
  for (const [key, declared] of keys) properties[key] ??= unknownKey(declared);
  const { default: _other, ...rest } = known;
  return { ...rest, properties, ...composed(properties) };
}

function ofKey(key: ChartKey, known: JsonSchema): JsonSchema {
  if (key.keys) return ofMapping(key, known);
  const { default: _other, "x-cap-operator": annotations, ...rest } = known;
  const { chartDefault, ...others } = annotations ?? {};
  return {
    ...rest,
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

/** A key that only the chart knows. A null or an empty text says nothing about what else can be written there. */
function unknownKey(key: ChartKey): JsonSchema {
  if (key.keys) return ofMapping(key, { type: "object", additionalProperties: false });
  if (!("default" in key)) return {};
  const type = key.default === "" ? undefined : typeOf(key.default);
  return { default: key.default, ...(type !== undefined && { type }) };
}

function typeOf(value: unknown): TypeName | undefined {
  if (value === null) return undefined;
  if (Array.isArray(value)) return "array";
  switch (typeof value) {
    case "object":
      return "object";
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    default:
      return "string";
  }
}

/** A mapping whose keys all have a default has the one that is made of them. */
function composed(properties: Readonly<Record<string, JsonSchema>>): { readonly default?: unknown } {
  const entries = Object.entries(properties);
  if (entries.length === 0 || !entries.every(([, child]) => "default" in child)) return {};
  return { default: Object.fromEntries(entries.map(([key, child]) => [key, child.default])) };
}
