import { isAtOrBelow } from "../../yaml/key-path.ts";
import type { Chart, ChartKey } from "../chart.ts";
import { type ChartChange, isSameJson, type KeyPath, type Renamed, typeOf } from "./chart-changes.ts";
import { censusOf, type FoundKey, findMoved, type LoneKey } from "./moved-keys.ts";

/** What the later chart calls the things that the earlier one calls otherwise: the earlier one's word first. */
export interface ChartWords {
  readonly keys: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, string>>;
}

const NO_WORDS: ChartWords = { keys: {}, values: {} };

type Keys = ReadonlyMap<string, ChartKey>;

/**
 * What changes from one chart to another, in the order of the earlier one; what is new comes last. Something is called renamed,
 * moved or split only if the charts leave no doubt; otherwise one key was removed and another one added.
 */
export function compareCharts(
  from: Pick<Chart, "keys">,
  to: Pick<Chart, "keys">,
  words: ChartWords = NO_WORDS,
): ChartChange[] {
  const comparison = new Comparison(words);
  comparison.levels(from.keys, to.keys, [], []);
  return comparison.changes(from.keys, to.keys);
}

/** The path of the later chart for one of the earlier chart; several if it was split, none if it was removed. */
export function pathsAfter(changes: readonly ChartChange[], path: KeyPath): readonly KeyPath[] {
  let best: Exclude<ChartChange, { kind: "added" | "defaultChanged" | "typeChanged" }> | undefined;
  const ofChange = (change: typeof best & {}) => (change.kind === "removed" ? change.path : change.from);
  for (const change of changes) {
    if (change.kind === "added" || change.kind === "defaultChanged" || change.kind === "typeChanged")
      continue;
    const at = ofChange(change);
    if (isAtOrBelow(path, at) && (!best || at.length > ofChange(best).length)) best = change;
  }
  if (!best) return [path];
  if (best.kind === "removed") return [];
  const rest = path.slice(best.from.length);
  return (best.kind === "split" ? best.to : [best.to]).map((to) => [...to, ...rest]);
}

class Comparison {
  readonly #words: ChartWords;
  readonly #changes: ChartChange[] = [];
  readonly #gone: LoneKey[] = [];
  readonly #come: LoneKey[] = [];
  /** Keys that have a value in one chart and a mapping in the other. */
  readonly #reshaped: { readonly from: LoneKey; readonly to: LoneKey }[] = [];

  constructor(words: ChartWords) {
    this.#words = words;
  }

  /** Compares two mappings key by key. */
  levels(from: Keys, to: Keys, fromPath: KeyPath, toPath: KeyPath): void {
    const known = new Set<string>();
    for (const [name, key] of from) {
      const there = to.has(name) ? name : this.#wordFor(name, from, to);
      const other = there === undefined ? undefined : to.get(there);
      const path = [...fromPath, name];
      if (there === undefined || !other) {
        this.#gone.push({ path, key, parent: toPath });
        continue;
      }
      known.add(there);
      const target = [...toPath, there];
      if (there !== name) this.#changes.push({ kind: "renamed", from: path, to: target, because: "words" });
      this.#keys({ path, key }, { path: target, key: other });
    }
    for (const [name, key] of to) {
      if (!known.has(name)) this.#come.push({ path: [...toPath, name], key, parent: toPath });
    }
  }

  /** All changes, once everything has been compared. */
  changes(from: Keys, to: Keys): ChartChange[] {
    const reshapedFrom = this.#reshaped.filter(({ from }) => !from.key.keys).map(({ from }) => from);
    const gone = [...this.#gone, ...reshapedFrom, ...this.#reshaped.flatMap(({ from }) => inner(from))];
    const come = [...this.#come, ...this.#reshaped.flatMap(({ to }) => (to.key.keys ? inner(to) : [to]))];
    const translated = gone.map((one) => ({ ...one, key: this.#translated(one.key) }));
    const into = this.#reshaped.flatMap(({ from, to }) => intoMapping(from, to));
    const rest = (keys: LoneKey[], taken: readonly KeyPath[]) =>
      keys.filter(({ path }) => !taken.some((one) => isAtOrBelow(path, one) || isAtOrBelow(one, path)));
    const moved = [
      ...into,
      ...findMoved(
        rest(
          translated,
          into.map(({ from }) => from.path),
        ),
        rest(
          come,
          into.flatMap((one) => one.to.map(({ path }) => path)),
        ),
        censusOf(this.#translatedAll(from)),
        censusOf(to),
      ),
    ];
    for (const one of moved) this.#changes.push(...this.#described(one, from));
    const goneAway = new Set(moved.map((one) => textOf(one.from.path)));
    const arrived = new Set(moved.flatMap((one) => one.to.map(({ path }) => textOf(path))));
    for (const { from: old, to: fresh } of this.#reshaped) this.#retype(old, fresh, goneAway, arrived);
    for (const one of [...this.#gone, ...this.#reshaped.flatMap(({ from }) => inner(from))]) {
      for (const { path, key } of without(one, goneAway)) {
        this.#changes.push({ kind: "removed", path, ...knownDefault(key) });
      }
    }
    for (const one of [...this.#come, ...this.#reshaped.flatMap(({ to }) => inner(to))]) {
      for (const { path, key } of without(one, arrived)) {
        this.#changes.push({ kind: "added", path, ...knownDefault(key) });
      }
    }
    return this.#changes;
  }

  /** Compares what two charts have under what is the same key. */
  #keys(from: LoneKey, to: LoneKey): void {
    const [old, fresh] = [asLevel(from.key, to.key), asLevel(to.key, from.key)];
    if (old && fresh) this.levels(old, fresh, from.path, to.path);
    else if (old || fresh) this.#reshaped.push({ from, to });
    else this.#defaults(from.key, to.key, to.path);
  }

  #defaults(from: ChartKey, to: ChartKey, path: KeyPath): void {
    const [old, fresh] = [typeOf(from.default), typeOf(to.default)];
    if (old === undefined || fresh === undefined || isSameJson(from.default, to.default)) return;
    const defaults = { path, from: from.default, to: to.default };
    if (old !== fresh) this.#changes.push({ kind: "typeChanged", ...defaults, types: [old, fresh] });
    else {
      const isWording = isSameJson(this.#valueInWords(from.default), to.default);
      this.#changes.push({ kind: "defaultChanged", ...defaults, ...(isWording && { inOtherWords: true }) });
    }
  }

  /** A key whose value became a mapping, or the other way round, and of which nothing was found elsewhere. */
  #retype(from: LoneKey, to: LoneKey, gone: ReadonlySet<string>, come: ReadonlySet<string>): void {
    if (gone.has(textOf(from.path)) || come.has(textOf(to.path))) return;
    const types = [
      from.key.keys ? "mapping" : typeOf(from.key.default),
      to.key.keys ? "mapping" : typeOf(to.key.default),
    ];
    const [old, fresh] = types;
    if (old === undefined || fresh === undefined) return;
    this.#changes.push({
      kind: "typeChanged",
      path: to.path,
      from: defaultOf(from.key),
      to: defaultOf(to.key),
      types: [old, fresh],
    });
  }

  /** A key that was found, and what is different below it. */
  #described({ from, to, because }: FoundKey, all: Keys): ChartChange[] {
    const [only] = to;
    if (!only) return [];
    if (to.length > 1) return [{ kind: "split", from: from.path, to: to.map(({ path }) => path) }];
    const isHere =
      from.parent !== undefined &&
      from.parent.length === only.path.length - 1 &&
      isAtOrBelow(only.path, from.parent);
    const change: Renamed = { kind: isHere ? "renamed" : "moved", from: from.path, to: only.path, because };
    const below = new Comparison(this.#words);
    below.#keys({ ...from, key: keyAt(all, from.path) ?? from.key }, only);
    return [change, ...below.#changes];
  }

  #wordFor(name: string, from: Keys, to: Keys): string | undefined {
    const word = Object.hasOwn(this.#words.keys, name) ? this.#words.keys[name] : undefined;
    return word !== undefined && to.has(word) && !from.has(word) ? word : undefined;
  }

  /** A key of the earlier chart with the later chart's words in it, so that the two can be compared. */
  #translated(key: ChartKey): ChartKey {
    const { keys, ...rest } = key;
    return {
      ...rest,
      ...("default" in key && { default: this.#valueInWords(key.default) }),
      ...(keys && { keys: this.#translatedAll(keys) }),
    };
  }

  #translatedAll(keys: Keys): Keys {
    return new Map([...keys].map(([name, key]) => [name, this.#translated(key)]));
  }

  #valueInWords(value: unknown): unknown {
    const { values } = this.#words;
    if (typeof value === "string") return Object.hasOwn(values, value) ? values[value] : value;
    return Array.isArray(value) ? value.map((item) => this.#valueInWords(item)) : value;
  }
}

/** What a key has as a mapping of keys, if the other one is such a mapping and it holds one, too. */
function asLevel(key: ChartKey, other: ChartKey): Keys | undefined {
  if (key.keys) return key.keys;
  const { default: value } = key;
  if (!other.keys || typeOf(value) !== "mapping") return undefined;
  return new Map(Object.entries(value as object).map(([name, inner]) => [name, { default: inner }]));
}

/**
 * A value that became a mapping of its own: it is the only thing in it, or the one that can hold it (`sidecar: false` is now
 * `sidecar.enabled`), or all of several that have the same default (`replicas: 1` is now `replicas.min` and `replicas.max`).
 */
function intoMapping(from: LoneKey, to: LoneKey): FoundKey[] {
  const { default: value } = from.key;
  if (from.key.keys || !to.key.keys || value === undefined) return [];
  const all = inner(to);
  const alike = all.filter(({ key }) => !key.keys && typeOf(key.default) === typeOf(value));
  const same = alike.filter(({ key }) => isSameJson(key.default, value));
  if (same.length === 0 || same.length < alike.length) return [];
  const isWhole = same.length === 1 && all.length === 1;
  const isSwitch = same.length === 1 && typeof value === "boolean" && same[0]?.path.at(-1) === "enabled";
  const isTold = (typeof value === "string" && value !== "") || typeof value === "number";
  return isWhole || isSwitch || isTold ? [{ from, to: same, because: "shape" }] : [];
}

function keyAt(keys: Keys, path: KeyPath): ChartKey | undefined {
  return path.reduce<ChartKey | undefined>((at, name) => at?.keys?.get(name), { keys });
}

/** The keys directly below a key. */
function inner({ path, key }: LoneKey): LoneKey[] {
  return [...(key.keys ?? [])].map(([name, child]) => ({ path: [...path, name], key: child }));
}

/** What is left of a key without the paths that were found elsewhere: all of it, or what is beside them. */
function without(one: LoneKey, found: ReadonlySet<string>): LoneKey[] {
  const name = textOf(one.path);
  if (found.has(name)) return [];
  const isAbove = [...found].some((path) => path.startsWith(`${name},`));
  return isAbove ? inner(one).flatMap((child) => without(child, found)) : [one];
}

/** A path as text of which no other path is the beginning, but for those above it. */
function textOf(path: KeyPath): string {
  return path.map((segment) => JSON.stringify(segment)).join();
}

function knownDefault(key: ChartKey): { readonly default?: unknown } {
  return key.keys || "default" in key ? { default: defaultOf(key) } : {};
}

/** The default of a key; of a mapping, that of all its keys. */
function defaultOf({ keys, default: value }: ChartKey): unknown {
  if (!keys) return value;
  return Object.fromEntries(
    [...keys].flatMap(([name, key]) => (key.keys || "default" in key ? [[name, defaultOf(key)]] : [])),
  );
}
