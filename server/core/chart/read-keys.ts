import type { ChartKey } from "./chart.ts";
import { isMapping } from "./same-json.ts";
import { ANY_KEY, type TemplateReads } from "./templates/template-reads.ts";

type Keys = ReadonlyMap<string, ChartKey>;

/**
 * Joins the keys of a chart with the reads of its templates: keys that only the templates name come last, and each mapping tells if
 * other keys could have an effect.
 */
export function readKeys(declared: Keys, reads: TemplateReads): Keys {
  return withReads(declared, reads, []);
}

function withReads(declared: Keys, reads: TemplateReads, path: readonly string[], from?: string): Keys {
  const keys = new Map<string, ChartKey>();
  for (const [name, key] of declared) keys.set(name, withRead(key, reads, [...path, name]));
  for (const name of reads.named(path)) {
    if (name !== ANY_KEY && !declared.has(name))
      keys.set(name, withRead(from === undefined ? {} : { from }, reads, [...path, name]));
  }
  return keys;
}

function withRead(key: ChartKey, reads: TemplateReads, path: readonly string[]): ChartKey {
  const isLevel = key.keys !== undefined || isEmptyMapping(key.default) || !key.place;
  const named = isLevel ? reads.named(path) : new Set<string>();
  const isNamed = [...named].some((name) => name !== ANY_KEY);
  const type = key.place ? undefined : reads.typeOf(path);
  const items = isListLike(key) ? itemsOf(key, reads, path) : undefined;
  return {
    ...key,
    ...(type && { type }),
    ...(items && { items, itemReads: reads.isOpen([...path, ANY_KEY]) ? "any" : "these" }),
    ...((key.keys || isNamed) && {
      keys: withReads(key.keys ?? new Map(), reads, path, key.from),
      reads: key.reads ?? (reads.isOpen(path) ? "any" : "these"),
    }),
  };
}

/** The keys that the templates name in each item of a list. */
function itemsOf(key: ChartKey, reads: TemplateReads, path: readonly string[]): Keys | undefined {
  const fields = withReads(key.items ?? new Map(), reads, [...path, ANY_KEY]);
  return fields.size > 0 ? fields : undefined;
}

function isListLike({ default: value, place }: ChartKey): boolean {
  return Array.isArray(value) || value === null || !place;
}

function isEmptyMapping(value: unknown): boolean {
  return isMapping(value) && Object.keys(value).length === 0;
}
