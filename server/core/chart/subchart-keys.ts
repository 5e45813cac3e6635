import type { ChartKey } from "./chart.ts";
import { declaredKeys } from "./declared-keys.ts";
import { isMapping } from "./same-json.ts";
import { schemaKeys } from "./schema-keys.ts";
import type { Subchart } from "./subchart.ts";

type Keys = ReadonlyMap<string, ChartKey>;

/**
 * The keys of a chart with those of its subcharts, each below the name or alias of its chart. Defaults of the outer chart win over those
 * of the subchart, as for Helm: https://helm.sh/docs/chart_template_guide/subcharts_and_globals/. Below `global` of a subchart any key is
 * allowed, as at the top.
 */
export function withSubcharts(declared: Keys, charts: readonly Subchart[]): Keys {
  const keys = new Map(declared);
  for (const chart of charts) {
    const key = ofSubchart(chart);
    const above = keys.get(chart.key);
    keys.set(chart.key, above && holdsKeys(above) ? merged(key, above) : { ...above, ...key });
  }
  return keys;
}

function ofSubchart({ name, version, values, schema, isOpen, below }: Subchart): ChartKey {
  const from = `${name} ${version}`.trim();
  const declared = values ? declaredKeys(values.file, values.name) : new Map<string, ChartKey>();
  const keys = new Map(withSubcharts(namedBy(schemaKeys(declared, schema), from), below));
  const value = defaultOf(keys);
  const { keys: globals = new Map(), ...global } = keys.get("global") ?? {};
  keys.set("global", { ...global, keys: globals, reads: "any" });
  return { from, keys, ...(value && { default: value }), ...(isOpen && { reads: "any" }) };
}

function namedBy(keys: Keys, from: string): Map<string, ChartKey> {
  const named = ([name, key]: readonly [string, ChartKey]) =>
    [name, { ...key, from, ...(key.keys && { keys: namedBy(key.keys, from) }) }] as const;
  return new Map([...keys].map(named));
}

/** The default of a mapping; `undefined` if the default of one of its keys cannot be expressed in JSON. */
function defaultOf(keys: Keys): object | undefined {
  const declared = [...keys].filter(([, key]) => key.place !== undefined || key.default !== undefined);
  const entries = declared.map(([name, key]) => [name, key.default] as const);
  return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries);
}

/** Joins a key of a subchart with the declaration of the same key in the outer chart, which wins. */
function merged(inner: ChartKey, above: ChartKey): ChartKey {
  const comment = () => {
    const said = above.comment?.();
    return said?.text ? said : (inner.comment?.() ?? said);
  };
  const { default: _default, keys: _keys, ...rest } = inner;
  const joined = { ...rest, ...above, comment };
  if (!holdsKeys(inner) || !holdsKeys(above)) return joined;
  const keys = new Map(inner.keys);
  for (const [name, key] of above.keys ?? []) {
    const under = keys.get(name);
    keys.set(name, under ? merged(under, key) : key);
  }
  const { default: _above, ...others } = joined;
  const value = defaultOf(keys);
  return { ...others, ...(value && { default: value }), keys };
}

function holdsKeys({ keys, default: value }: ChartKey): boolean {
  return keys !== undefined || isMapping(value);
}
