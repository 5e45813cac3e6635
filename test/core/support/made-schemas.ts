import type { Chart, ChartKey } from "../../../server/core/chart/chart.ts";
import type { RenamedKey } from "../../../server/core/chart/published-charts.ts";
import { isMapping } from "../../../server/core/chart/same-json.ts";
import { docsIn } from "../../../server/core/schema/docs-anchor.ts";
import type { JsonSchema } from "../../../server/core/schema/model.ts";
import { Schemas } from "../../../server/core/schema/schemas.ts";

/**
 * The schemas of a chart of which nothing is known but its keys and defaults: a key takes what has the type of its default, and a
 * mapping without keys takes any.
 */
export function schemasOf(chart: Chart, renamed: readonly RenamedKey[] = []): Schemas {
  const values = ofMapping(chart.keys);
  return new Schemas({ values, operator: { type: "object" } }, docsIn("https://docs.example/"), {
    id: chart.version,
    vocabulary: "published",
    name: `${chart.name} ${chart.version}`,
    published: chart.name,
    words: { keys: {}, values: {} },
    renamed,
    absence: () => undefined,
    keysOfVersions: () => [],
  });
}

function ofMapping(keys: ReadonlyMap<string, ChartKey>): JsonSchema {
  const properties = Object.fromEntries([...keys].map(([name, key]) => [name, ofKey(key)]));
  return { type: "object", additionalProperties: false, properties };
}

function ofKey(key: ChartKey): JsonSchema {
  if (key.keys) return ofMapping(key.keys);
  const { default: value } = key;
  if (value === undefined || value === null) return {};
  if (Array.isArray(value)) return { type: "array", default: value };
  if (isMapping(value)) return { type: "object", default: value, additionalProperties: true };
  return { type: typeof value as "string" | "number" | "boolean", default: value };
}

/** A chart by its defaults: a mapping that is not empty is a mapping of keys, `undefined` a key without a known default. */
export function chartOf(defaults: object, version = "1.0.0"): Chart {
  const keys = (level: object): Map<string, ChartKey> =>
    new Map(
      Object.entries(level).map(([name, value]): [string, ChartKey] => {
        if (isMapping(value) && Object.keys(value).length > 0) return [name, { keys: keys(value) }];
        return [name, value === undefined ? {} : { default: value }];
      }),
    );
  return { name: "operator", version, keys: keys(defaults) };
}
