import { isAtOrBelow } from "../yaml/key-path.ts";
import type { Chart, ChartKey } from "./chart.ts";
import type { RenamedKey } from "./published-charts.ts";
import { isMapping, isSameJson } from "./same-json.ts";

/** A key of a chart, from the top of its values. */
export type KeyPath = readonly string[];

/** A key that only one of the charts has, with all keys below it. */
interface Lone<Kind> {
  readonly kind: Kind;
  readonly path: KeyPath;
  /** Absent if nothing is known of it. */
  readonly default?: unknown;
}

/** A key with another name in the later chart, with all keys below it. */
export interface Renamed {
  readonly kind: "renamed";
  readonly from: KeyPath;
  readonly to: KeyPath;
}

/** A key whose default is another one; its path is that of the later chart. */
interface DefaultChanged {
  readonly kind: "defaultChanged";
  readonly path: KeyPath;
  readonly from: unknown;
  readonly to: unknown;
}

/** One difference between two charts. */
export type ChartChange = Lone<"added"> | Lone<"removed"> | Renamed | DefaultChanged;

/** Other names for keys: those that other charts have for them, the earlier chart's first, and those of other versions. */
interface OtherNames {
  readonly words: Readonly<Record<string, string>>;
  readonly renamed: readonly RenamedKey[];
}

type Keys = ReadonlyMap<string, ChartKey>;

/**
 * The changes from one chart to another, in the order of the earlier one; new keys come last. A key counts as renamed only if its names are
 * known to mean the same; otherwise one key was removed and another one added.
 */
export function compareCharts(
  from: Pick<Chart, "keys">,
  to: Pick<Chart, "keys">,
  names: OtherNames = { words: {}, renamed: [] },
): ChartChange[] {
  const changes: ChartChange[] = [];
  const added: ChartChange[] = [];
  const compare = (old: Keys, fresh: Keys, fromPath: KeyPath, toPath: KeyPath): void => {
    const known = new Set<string>();
    for (const [name, key] of old) {
      const path = [...fromPath, name];
      const there = fresh.has(name)
        ? name
        : namesAfter(path, names).find((candidate) => fresh.has(candidate) && !old.has(candidate));
      const other = there === undefined ? undefined : fresh.get(there);
      if (there === undefined || !other) {
        changes.push({ kind: "removed", path, ...knownDefault(key) });
        continue;
      }
      known.add(there);
      const target = [...toPath, there];
      if (there !== name) changes.push({ kind: "renamed", from: path, to: target });
      const [inner, innerFresh] = [levelIn(key, other), levelIn(other, key)];
      if (inner && innerFresh) compare(inner, innerFresh, path, target);
      else if (isOtherDefault(key, other)) {
        changes.push({ kind: "defaultChanged", path: target, from: defaultOf(key), to: defaultOf(other) });
      }
    }
    for (const [name, key] of fresh) {
      if (!known.has(name)) added.push({ kind: "added", path: [...toPath, name], ...knownDefault(key) });
    }
  };
  compare(from.keys, to.keys, [], []);
  return [...changes, ...added];
}

/** The path of the later chart for one of the earlier chart; `undefined` if it was removed. */
export function pathAfter(changes: readonly ChartChange[], path: KeyPath): KeyPath | undefined {
  let best: { readonly from: KeyPath; readonly to?: KeyPath } = { from: [], to: [] };
  for (const change of changes) {
    if (change.kind !== "renamed" && change.kind !== "removed") continue;
    const step = change.kind === "renamed" ? change : { from: change.path };
    if (isAtOrBelow(path, step.from) && step.from.length > best.from.length) best = step;
  }
  return best.to && [...best.to, ...path.slice(best.from.length)];
}

/** The names that a key may have in a later chart, or in an earlier one. */
function namesAfter(path: KeyPath, { words, renamed }: OtherNames): string[] {
  const [name, dotted] = [path.at(-1) ?? "", path.join(".")];
  return [
    ...(Object.hasOwn(words, name) ? [words[name] ?? ""] : []),
    ...renamed.flatMap(({ from, to }) => (from === dotted ? [to] : to === dotted ? [from] : [])),
  ].map((other) => other.split(".").at(-1) ?? "");
}

/** The keys below a key. Those in its default count if only the other chart declares keys there. */
function levelIn({ keys, default: value }: ChartKey, other: ChartKey): Keys | undefined {
  if (keys || !other.keys || !isMapping(value)) return keys;
  return new Map(Object.entries(value).map(([name, inner]) => [name, { default: inner }]));
}

function isOtherDefault(key: ChartKey, other: ChartKey): boolean {
  return isKnown(key) && isKnown(other) && !isSameJson(defaultOf(key), defaultOf(other));
}

function isKnown(key: ChartKey): boolean {
  return key.keys !== undefined || key.default !== undefined;
}

function knownDefault(key: ChartKey): { readonly default?: unknown } {
  return isKnown(key) ? { default: defaultOf(key) } : {};
}

/** The default of a key; of a mapping, that of all its keys. */
function defaultOf({ keys, default: value }: ChartKey): unknown {
  if (!keys) return value;
  return Object.fromEntries(
    [...keys].flatMap(([name, key]) => (isKnown(key) ? [[name, defaultOf(key)]] : [])),
  );
}
