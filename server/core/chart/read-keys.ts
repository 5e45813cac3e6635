import type { ChartKey } from "./chart.ts";
import type { TemplateReads } from "./templates/template-reads.ts";

type Keys = ReadonlyMap<string, ChartKey>;

/**
 * The keys of a chart with what its templates read: keys that they read although the values do not declare them come last, and of each
 * mapping it is known whether other keys could have an effect.
 */
export function readKeys(declared: Keys, reads: TemplateReads): Keys {
  const all = reads.undeclared(declared).reduce(withKey, declared);
  return withReads(all, reads, []);
}

function withKey(keys: Keys, [first, ...rest]: readonly string[]): Keys {
  if (first === undefined) return keys;
  const known = keys.get(first);
  // What is not a mapping in the values gets no keys from what templates try to read below it.
  if (known && !known.keys && known.place) return keys;
  const below = rest.length === 0 ? known?.keys : withKey(known?.keys ?? new Map(), rest);
  return new Map([...keys, [first, { ...known, ...(below && { keys: below }) }]]);
}

function withReads(keys: Keys, reads: TemplateReads, path: readonly string[]): Keys {
  return new Map(
    [...keys].map(([name, key]) => {
      const at = [...path, name];
      if (!key.keys) return [name, key];
      const isWhole = reads.of(at).some((read) => read.whole && read.path.length <= at.length);
      return [name, { ...key, keys: withReads(key.keys, reads, at), reads: isWhole ? "any" : "these" }];
    }),
  );
}
