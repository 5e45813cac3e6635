import { isAtOrBelow } from "../../yaml/key-path.ts";
import type { ChartKey } from "../chart.ts";
import { isSameJson, jsonText, type KeyPath, type RenameReason, typeOf } from "./chart-changes.ts";
import { areAlike, areSpelledAlike } from "./key-names.ts";

/** A key that only one of two charts has, and the path of its parent as the later chart has it. */
export interface LoneKey {
  readonly path: KeyPath;
  readonly key: ChartKey;
  /** Where the mapping around it is in the later chart; absent if it is not there any more. */
  readonly parent?: KeyPath | undefined;
}

/** A key that went, and where it is now: in one place, or in several. */
export interface FoundKey {
  readonly from: LoneKey;
  readonly to: readonly LoneKey[];
  readonly because: RenameReason;
}

/** More pairs of one shape than this are not compared: a chart may hold anything, and among so many nothing could be told. */
const MOST_PAIRS = 20_000;

/** A mapping with more keys than this is the same one wherever it is and whatever it is called, if there is only one like it. */
const MANY_KEYS = 4;

/** What the two charts hold in all, by which one can tell what is unique. */
export interface Census {
  /** How many keys have a name. */
  readonly names: ReadonlyMap<string, number>;
  /** How many keys have a default, by its text. */
  readonly defaults: ReadonlyMap<string, number>;
}

/** Counts the names and defaults of a chart. */
export function censusOf(keys: ReadonlyMap<string, ChartKey>): Census {
  const names = new Map<string, number>();
  const defaults = new Map<string, number>();
  const add = (counts: Map<string, number>, what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  for (const { path, key } of below([], { keys })) {
    if (path.length === 0) continue;
    add(names, nameOf(path));
    add(defaults, contentOf(key));
  }
  return { names, defaults };
}

/**
 * Finds the keys that went among those that came: they hold the same, and name or place say that they are the same. Whatever could
 * be one of several is none. Large mappings are found first, so that what is in them is not looked for one by one.
 */
export function findMoved(
  gone: readonly LoneKey[],
  come: readonly LoneKey[],
  earlier: Census,
  later: Census,
): FoundKey[] {
  const found: FoundKey[] = [];
  const isFound = (path: KeyPath, which: "from" | "to") =>
    found.some((one) =>
      (which === "from" ? [one.from] : one.to).some((known) => isAtOrBelow(path, known.path)),
    );
  const candidates = inShapes(come);
  const shapes = [...inShapes(gone)].sort(([, a], [, b]) => sizeOf(b[0]?.key) - sizeOf(a[0]?.key));
  const evidence = new Evidence(earlier, later);
  for (const [shape, all] of shapes) {
    const wanted = all.filter(({ path }) => !isFound(path, "from"));
    const offered = (candidates.get(shape) ?? []).filter(({ path }) => !isFound(path, "to"));
    if (wanted.length * offered.length > MOST_PAIRS) continue;
    const spread = wanted.flatMap((from) => evidence.spread(from, wanted, offered));
    found.push(...spread);
    const left = wanted.filter(({ path }) => !isFound(path, "from"));
    const free = offered.filter(({ path }) => !isFound(path, "to"));
    found.push(...bestPairs(left, free, evidence));
  }
  return found;
}

/** The pairs of which each is the best for the other, and nothing else is as good. */
function bestPairs(gone: readonly LoneKey[], come: readonly LoneKey[], evidence: Evidence): FoundKey[] {
  const pairs = gone.flatMap((from) =>
    come.flatMap((to) => {
      const points = evidence.pointsFor(from, to);
      return points > 0 ? [{ from, to, points }] : [];
    }),
  );
  const best = new Map<LoneKey, { points: number; count: number }>();
  for (const { from, to, points } of pairs) {
    for (const one of [from, to]) {
      const known = best.get(one);
      if (!known || known.points < points) best.set(one, { points, count: 1 });
      else if (known.points === points) known.count += 1;
    }
  }
  const isBest = (one: LoneKey, points: number) =>
    best.get(one)?.points === points && best.get(one)?.count === 1;
  return pairs
    .filter(({ from, to, points }) => isBest(from, points) && isBest(to, points))
    .map(({ from, to }) => ({
      from,
      to: [to],
      because: historyOf(from.key, to.key) === "same" ? "history" : "shape",
    }));
}

/** What speaks for two keys being the same. */
class Evidence {
  readonly #earlier: Census;
  readonly #later: Census;

  constructor(earlier: Census, later: Census) {
    this.#earlier = earlier;
    this.#later = later;
  }

  /** How much speaks for it; 0 if it is not enough. */
  pointsFor(from: LoneKey, to: LoneKey): number {
    if (historyOf(from.key, to.key) === "other" || !holdSame(from.key, to.key)) return 0;
    const [old, fresh] = [nameOf(from.path), nameOf(to.path)];
    const isSameName = old === fresh;
    const isAlike = isSameName || areAlike(old, fresh);
    const isSamePlace = from.parent !== undefined && isSamePath(from.parent, to.path.slice(0, -1));
    const isNear = isOnBranch(from.path.slice(0, -1), to.path.slice(0, -1));
    const isRare = isTelling(from.key) && this.#isOnlyDefault(from.key, to.key);
    const isKnownByVersion = historyOf(from.key, to.key) === "same" && isTelling(from.key);
    const isEnough = isSamePlace
      ? isAlike || isRare || isKnownByVersion
      : isSameName
        ? isNear || isRare || this.#isOnlyName(old)
        : (isRare && sizeOf(from.key) > MANY_KEYS) ||
          ((isRare || areSpelledAlike(old, fresh)) && isAlike && (isNear || from.path[0] === to.path[0]));
    if (!isEnough) return 0;
    return (isSameName ? 4 : isAlike ? 2 : 0) + (isSamePlace ? 3 : isNear ? 2 : 0) + (isRare ? 2 : 0) + 1;
  }

  /** A key that is in several places now, under its own name in each: nothing if that could be chance. */
  spread(from: LoneKey, gone: readonly LoneKey[], come: readonly LoneKey[]): FoundKey[] {
    const name = nameOf(from.path);
    const to = come.filter(
      ({ path, key }) =>
        nameOf(path) === name && holdSame(from.key, key) && historyOf(from.key, key) !== "other",
    );
    const parents = new Set(to.map(({ path }) => jsonText(path.slice(0, -1))));
    const isOnlyOne = gone.filter(({ path }) => nameOf(path) === name).length === 1;
    if (to.length < 2 || parents.size < to.length || !isOnlyOne) return [];
    // Where another key of that name stays, new ones that are not below its place may be like that one.
    const isForAll = to.every(({ path }) => path.length > from.path.length);
    if (!isForAll && !isTelling(from.key) && this.#earlier.names.get(name) !== 1) return [];
    return [{ from, to, because: "shape" }];
  }

  #isOnlyName(name: string): boolean {
    return this.#earlier.names.get(name) === 1 && this.#later.names.get(name) === 1;
  }

  /** Whether no other key has the same default; of a mapping, whether that is so for it or for anything in it. */
  #isOnlyDefault(from: ChartKey, to: ChartKey): boolean {
    const isOnly =
      this.#earlier.defaults.get(contentOf(from)) === 1 && this.#later.defaults.get(contentOf(to)) === 1;
    if (isOnly || !from.keys) return isOnly;
    return [...from.keys].some(([name, key]) => {
      const other = to.keys?.get(name);
      return other !== undefined && isTelling(key) && this.#isOnlyDefault(key, other);
    });
  }
}

/** What both charts say about versions: that the one went when the other came, that it did not, or nothing. */
function historyOf({ removed }: ChartKey, { since }: ChartKey): "same" | "other" | undefined {
  if (removed === undefined || since === undefined) return undefined;
  return removed === since ? "same" : "other";
}

/** Whether two keys of one shape hold the same; in a mapping, some defaults may have changed. */
function holdSame(one: ChartKey, other: ChartKey): boolean {
  const pairs = below([], one).flatMap(({ path, key }) => {
    const there = path.reduce<ChartKey | undefined>((at, name) => at?.keys?.get(name), other);
    return key.keys ? [] : [{ key, there }];
  });
  const same = pairs.filter(({ key, there }) => there && isSameJson(key.default, there.default));
  if (pairs.length < 3) return same.length === pairs.length;
  return same.length * 2 > pairs.length;
}

/** Whether what a key holds says more than that it is empty or switched: two keys may well have that by chance. */
function isTelling(key: ChartKey): boolean {
  if (key.keys) return key.keys.size > 1 || [...key.keys.values()].some(isTelling);
  const { default: value } = key;
  if (typeof value === "number") return value !== 0 && value !== 1;
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return typeof value === "string" && value !== "";
}

/** The keys and all that is below them, by what can be compared: the names in a mapping, the type of anything else. */
function inShapes(keys: readonly LoneKey[]): Map<string, LoneKey[]> {
  const shapes = new Map<string, LoneKey[]>();
  for (const { path, key, parent } of keys) {
    for (const inner of below(path, key)) {
      const one = inner.path.length === path.length ? { ...inner, parent } : inner;
      const shape = shapeOf(inner.key);
      const known = shapes.get(shape);
      if (known) known.push(one);
      else shapes.set(shape, [one]);
    }
  }
  return shapes;
}

function shapeOf({ keys, default: value }: ChartKey): string {
  if (!keys) return typeOf(value) ?? "unknown";
  return `{${[...keys]
    .map(([name, key]) => `${JSON.stringify(name)}:${shapeOf(key)}`)
    .sort()
    .join()}}`;
}

function contentOf(key: ChartKey): string {
  return key.keys ? shapeOf(key) : jsonText(key.default);
}

function sizeOf(key: ChartKey | undefined): number {
  return key ? below([], key).length : 0;
}

/** A key and everything below it. */
function below(path: KeyPath, key: ChartKey): LoneKey[] {
  const inner = [...(key.keys ?? [])].flatMap(([name, child]) => below([...path, name], child));
  return [{ path, key }, ...inner];
}

/** Whether one mapping is inside the other; everything is inside the top level, so that says nothing. */
function isOnBranch(one: KeyPath, other: KeyPath): boolean {
  const [outer, inner] = one.length < other.length ? [one, other] : [other, one];
  return outer.length > 0 && isAtOrBelow(inner, outer);
}

function isSamePath(one: KeyPath, other: KeyPath): boolean {
  return one.length === other.length && isAtOrBelow(one, other);
}

function nameOf(path: KeyPath): string {
  return path.at(-1) ?? "";
}
