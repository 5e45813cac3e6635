import type { ChartKey } from "./chart.ts";
import { declaredKeys } from "./declared-keys.ts";
import { isMapping } from "./same-json.ts";
import { schemaKeys } from "./schema-keys.ts";
import type { Subchart } from "./subchart.ts";

type Keys = ReadonlyMap<string, ChartKey>;

/**
 * The keys of a chart with those of the charts below it, each below the name or alias of its chart. What the outer chart declares there wins
 * over the subchart's own, as for Helm: https://helm.sh/docs/chart_template_guide/subcharts_and_globals/. Below `global` of
 * a subchart anything is allowed, as at the top.
 */
export function withSubcharts(declared: Keys, charts: readonly Subchart[]): Keys {
  const keys = new Map(declared);
  for (const chart of charts) {
    const own = ofSubchart(chart);
    const above = keys.get(chart.key);
    keys.set(chart.key, above && holdsKeys(above) ? merged(own, above) : { ...above, ...own });
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
  return { from, keys, default: value, ...(isOpen && { reads: "any" }) };
}

function namedBy(keys: Keys, from: string): Map<string, ChartKey> {
  const named = ([name, key]: readonly [string, ChartKey]) =>
    [name, { ...key, from, ...(key.keys && { keys: namedBy(key.keys, from) }) }] as const;
  return new Map([...keys].map(named));
}

/** What a mapping has by default; `undefined` if that of one of its keys cannot be written down. */
function defaultOf(keys: Keys): object | undefined {
  const declared = [...keys].filter(([, key]) => key.place !== undefined || key.default !== undefined);
  const entries = declared.map(([name, key]) => [name, key.default] as const);
  return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries);
}

/** A key of a subchart under the same one that the outer chart declares for it. */
function merged(own: ChartKey, above: ChartKey): ChartKey {
  const comment = () => {
    const said = above.comment?.();
    return said?.text ? said : (own.comment?.() ?? said);
  };
  const { default: _own, keys: _keys, ...rest } = own;
  const joined = { ...rest, ...above, comment };
  if (!holdsKeys(own) || !holdsKeys(above)) return joined;
  const keys = new Map(own.keys);
  for (const [name, key] of above.keys ?? []) {
    const under = keys.get(name);
    keys.set(name, under ? merged(under, key) : key);
  }
  const { default: _above, ...others } = joined;
  const value = defaultOf(keys);
  return { ...others, default: value, keys };
}

function holdsKeys({ keys, default: value }: ChartKey): boolean {
  return keys !== undefined || isMapping(value);
}
