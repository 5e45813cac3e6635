import type { Chart, ChartKey } from "../chart/chart.ts";
import type { JsonSchema } from "./model.ts";

/**
 * The schema of a chart: its keys and its defaults, with what `knowledge` says of them. What `knowledge` knows and the chart has
 * not is left out, except where anything is allowed (`global`, which Helm itself has).
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

/** A mapping whose keys all have a default has the one that is made of them. */
function composed(properties: Readonly<Record<string, JsonSchema>>): { readonly default?: unknown } {
  const entries = Object.entries(properties);
  if (entries.length === 0 || !entries.every(([, child]) => "default" in child)) return {};
  return { default: Object.fromEntries(entries.map(([key, child]) => [key, child.default])) };
}
