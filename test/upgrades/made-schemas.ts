import { typeOf } from "../../server/core/chart/changes/chart-changes.ts";
import type { Chart, ChartKey } from "../../server/core/chart/chart.ts";
import { docsIn } from "../../server/core/schema/docs-anchor.ts";
import type { JsonSchema } from "../../server/core/schema/model.ts";
import { Schemas } from "../../server/core/schema/schemas.ts";
import type { Words } from "../../server/core/schema/vocabulary.ts";

const TYPES = { mapping: "object", list: "array" } as const;

/**
 * The schemas of a chart of which nothing is known but its keys and defaults: a key takes what has the type of its default, and a
 * mapping without keys takes any.
 */
export function schemasOf(chart: Chart, words: Words = { keys: {}, values: {} }): Schemas {
  const values = ofMapping(chart.keys);
  return new Schemas({ values, operator: { type: "object" } }, docsIn("https://docs.example/"), {
    id: chart.version,
    vocabulary: "published",
    name: `${chart.name} ${chart.version}`,
    published: chart.name,
    words,
    absence: () => undefined,
  });
}

function ofMapping(keys: ReadonlyMap<string, ChartKey>): JsonSchema {
  const properties = Object.fromEntries([...keys].map(([name, key]) => [name, ofKey(key)]));
  return { type: "object", additionalProperties: false, properties };
}

function ofKey(key: ChartKey): JsonSchema {
  if (key.keys) return ofMapping(key.keys);
  const type = typeOf(key.default);
  if (type === undefined || type === "null") return {};
  const known = type === "mapping" || type === "list" ? TYPES[type] : type;
  return { type: known, default: key.default, ...(type === "mapping" && { additionalProperties: true }) };
}

/** A chart by its defaults: a mapping that is not empty is a mapping of keys, `undefined` a key without a known default. */
export function chartOf(
  defaults: object,
  version = "1.0.0",
  beside: Readonly<Record<string, Partial<ChartKey>>> = {},
): Chart {
  const keys = (level: object, above: string): Map<string, ChartKey> =>
    new Map(
      Object.entries(level).map(([name, value]): [string, ChartKey] => {
        const path = above + name;
        const isLevel = typeOf(value) === "mapping" && Object.keys(value).length > 0;
        const own = isLevel
          ? { keys: keys(value, `${path}.`) }
          : value === undefined
            ? {}
            : { default: value };
        return [name, { ...own, ...beside[path] }];
      }),
    );
  return { name: "operator", version, keys: keys(defaults, "") };
}
