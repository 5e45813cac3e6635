import type { ChartPlace } from "../chart.ts";
import { Links } from "./template-links.ts";
import {
  type Atom,
  type Changeable,
  either,
  FILES,
  Mapping,
  PLAIN,
  SETTLED,
  type Sequence,
  SUBCHARTS,
  textsOf,
  type Value,
  ValuesPath,
} from "./template-values.ts";

/** One way in which a template depends on the values. */
export interface NotedRead {
  readonly path: ValuesPath;
  readonly place: ChartPlace;
  whole: boolean;
}

/** What else belongs to the chart, as far as it decides what its templates read. */
export interface Surroundings {
  /** The names under which the values of other charts stand in those of this one. Helm gives them the `global` ones. */
  readonly dependencies: ReadonlySet<string>;
  /** The text of a file that `.Files` has, if it is at hand. */
  readonly file: (name: string) => string | undefined;
}

/** Deeper paths are read as a whole. */
const MAX_DEPTH = 50;
/** A value that may be more than this is read as a whole. */
const MAX_ALTERNATIVES = 40;

/** Thrown when too much was asked for. */
export class TooMuch extends Error {}

/** Notes what is read while templates are followed, and does with values what Go's templates can do with them. */
export class Store {
  readonly root: ValuesPath = new ValuesPath();
  readonly #surroundings: Surroundings;
  readonly #reads = new Map<string, NotedRead>();
  readonly #links = new Links();
  /** Whether templates put texts that may be templates of their own where they are not followed. */
  hasForeign = false;
  #steps: number;
  #clock = 0;
  /** The birth of the oldest thing that changed since `watch`. */
  #oldestChange = Number.POSITIVE_INFINITY;
  #settlesBefore = 0;

  constructor(surroundings: Surroundings, steps: number) {
    this.#surroundings = surroundings;
    this.#steps = steps;
  }

  /** All that was noted. */
  get reads(): Iterable<NotedRead> {
    return this.#reads.values();
  }

  /** Counts one step, and throws when there were too many. */
  step(): void {
    if (--this.#steps < 0) throw new TooMuch();
  }

  /** Notes that a path is read. */
  note(path: ValuesPath, whole: boolean, place: ChartPlace): NotedRead {
    const key = keyOf(path, place);
    const read = this.#reads.get(key) ?? { path, place, whole };
    this.#reads.set(key, read);
    read.whole ||= whole;
    if (whole && this.#hasGlobals(path)) this.note(this.root.at("global"), true, place);
    return read;
  }

  /** Helm copies `global` into the values of each chart below. */
  #hasGlobals(path: ValuesPath): boolean {
    const [first] = path.segments;
    return first !== undefined && first !== "global" && this.#surroundings.dependencies.has(first);
  }

  /** Notes that it is asked whether there is something, which what is below a path does not decide. */
  touch(value: Value, place: ChartPlace): void {
    this.#walk(value, (atom) => {
      if (atom.kind === "path" && atom.depth > 0) this.note(atom, false, place);
      return atom.kind === "mapping" ? [atom.bases] : [];
    });
  }

  /**
   * Notes that all of a value may be read, and says whether there is a text in it that may be a template of its own.
   * `onRoot` is what is done where that is all of the values.
   */
  spend(value: Value, place: ChartPlace, onRoot?: () => void): boolean {
    let mayBeTemplate = false;
    this.#walk(value, (atom) => {
      if (isForeign(atom)) mayBeTemplate = true;
      if (atom.kind === "path") {
        if (atom.depth === 0 && onRoot) onRoot();
        else this.note(atom, true, place);
        return [];
      }
      if (atom.kind === "mapping") return [...atom.entries.values(), atom.rest, atom.bases];
      return atom.kind === "sequence" ? atom.items : [];
    });
    return mayBeTemplate;
  }

  #walk(value: Value, visit: (atom: Atom) => readonly Value[]): void {
    const seen = new Set<Atom>();
    const left: Value[] = [value];
    for (let next = left.pop(); next; next = left.pop()) {
      for (const atom of next) {
        if (atom === SETTLED || seen.has(atom)) continue;
        seen.add(atom);
        this.step();
        left.push(...visit(atom));
      }
    }
  }

  /** What a value has under a key, which may be one of several. A key that is not known stands for all. */
  field(value: Value, keys: Value, place: ChartPlace): Value {
    const names = textsOf(keys);
    if (names && names.length === 1) return this.named(value, names[0] ?? "", place);
    if (names)
      return this.any(
        names.map((name) => this.named(value, name, place)),
        place,
      );
    let found: Value = [];
    this.#walk(value, (atom) => {
      if (atom.kind === "mapping") {
        found = this.any([found, ...atom.entries.values(), atom.rest], place);
        return [atom.bases];
      }
      if (atom.kind === "path") this.spend([atom], place);
      found = either(found, atom.kind === "sequence" ? this.#item(atom, keys, place) : leafOf(atom));
      return [];
    });
    return found.length === 0 ? PLAIN : this.any([found], place);
  }

  #item({ items, isExact }: Sequence, keys: Value, place: ChartPlace): Value {
    const [only] = keys;
    if (!isExact || keys.length !== 1 || only?.kind !== "index") return this.any(items, place);
    return items.at(only.index) ?? PLAIN;
  }

  /** What a value has under a key. */
  named(value: Value, key: string, place: ChartPlace): Value {
    let found: Value = [];
    this.#walk(value, (atom) => {
      if (atom.kind === "mapping") {
        found = this.any([found, atom.entries.get(key) ?? [], atom.rest], place);
        return [atom.bases];
      }
      if (atom.kind === "path") found = either(found, this.#below(atom, key, place));
      else if (atom === SUBCHARTS) found = either(found, [this.mapping([["Values", [this.root.at(key)]]])]);
      else found = either(found, leafOf(atom));
      return [];
    });
    return found.length === 0 ? PLAIN : this.any([found], place);
  }

  #below(path: ValuesPath, key: string, place: ChartPlace): Value {
    if (path.depth >= MAX_DEPTH) {
      this.note(path, true, place);
      return PLAIN;
    }
    const below: Value = [path.at(key)];
    return key === "global" && this.#hasGlobals(path) ? either(below, [this.root.at("global")]) : below;
  }

  /** Any of several values. */
  any(values: readonly Value[], place: ChartPlace): Value {
    const all = values.reduce(either, []);
    return all.length <= MAX_ALTERNATIVES ? all : this.settled(all, place);
  }

  /** What is left of a value when it was read as a whole. */
  settled(value: Value, place: ChartPlace): Value {
    return this.spend(value, place) ? [FILES] : PLAIN;
  }

  /** Whether `range` goes through exactly the elements that are known, in their order. */
  isExact(value: Value): boolean {
    const [only] = value;
    if (value.length !== 1 || !only) return false;
    if (only.kind === "sequence") return only.isExact;
    return only.kind === "mapping" && only.rest.length === 0 && only.bases.length === 0;
  }

  /** What `range` goes through: each key with its value, in order if that is known. */
  elements(value: Value, place: ChartPlace): readonly (readonly [key: Value, value: Value])[] {
    const found: (readonly [Value, Value])[] = [];
    this.#walk(value, (atom) => {
      if (atom.kind === "mapping") {
        const entries = [...atom.entries].sort(([a], [b]) => (a < b ? -1 : 1));
        for (const [key, item] of entries) found.push([[{ kind: "text", text: key }], item]);
        if (atom.rest.length > 0) found.push([PLAIN, atom.rest]);
        return [atom.bases];
      }
      if (atom.kind === "sequence") for (const item of atom.items) found.push([PLAIN, item]);
      else found.push([PLAIN, leafOf(atom)]);
      if (atom.kind === "path") this.note(atom, true, place);
      return [];
    });
    return found.length === 0 ? [[PLAIN, PLAIN]] : found;
  }

  /** A text of a file that the chart has, or what stands for one that is not at hand. */
  file(names: Value): Value {
    const [name] = textsOf(names)?.length === 1 ? (textsOf(names) ?? []) : [];
    const text = name === undefined ? undefined : this.#surroundings.file(name);
    return text === undefined ? [FILES] : [{ kind: "text", text }];
  }

  /** A mapping that is made now. */
  mapping(entries: Iterable<readonly [string, Value]> = []): Mapping {
    return new Mapping(this.now(), entries);
  }

  /** A mapping that begins as a copy of others. */
  copy(value: Value): Value {
    const copied = value.filter(({ kind }) => kind === "path" || kind === "mapping");
    if (copied.length === 0) return value;
    const mapping = this.mapping();
    mapping.bases = copied;
    return [...value.filter((atom) => !copied.includes(atom)), mapping];
  }

  /** A list that is made now. */
  list(items: readonly Value[], isExact: boolean): Value {
    const list: Sequence = { kind: "sequence", items, isExact };
    return [list];
  }

  /** Notes that what comes later may be written into the mappings inside a value. */
  link(into: Value, added: Value, place: ChartPlace): void {
    const means = {
      named: (value: Value, key: string) => this.named(value, key, place),
      spend: (value: Value) => this.#spendInto(value, place),
    };
    this.step();
    this.#links.add(into, added, means);
  }

  /** Notes what is read with all that was noted, because templates may have put it there. */
  followLinks(): void {
    const left = [...this.#reads.values()];
    for (let read = left.pop(); read; read = left.pop()) {
      for (const { path, whole } of this.#links.with(read.path, read.whole)) {
        this.step();
        const known = this.#reads.get(keyOf(path, read.place));
        if (known && (known.whole || !whole)) continue;
        left.push(this.note(path, whole, read.place));
      }
    }
  }

  /** Something goes into the values, where it is not followed. */
  #spendInto(value: Value, place: ChartPlace): void {
    if (!this.spend(value, place) || this.hasForeign) return;
    this.hasForeign = true;
    this.#oldestChange = 0;
  }

  /** Puts a value into mappings, under keys or (without any) merged into them. What is put into the values is read as a whole. */
  put(target: Value, keys: Value | undefined, value: Value, place: ChartPlace): void {
    for (const atom of target) {
      if (atom.kind !== "mapping") {
        this.#spendInto(value, place);
        continue;
      }
      const names = keys && textsOf(keys);
      if (names) {
        for (const name of names) {
          const known = atom.entries.get(name) ?? [];
          atom.entries.set(name, this.changed(atom, known, value, place));
        }
      } else if (keys) atom.rest = this.changed(atom, atom.rest, value, place);
      else atom.bases = this.changed(atom, atom.bases, value, place);
    }
  }

  /** What something is after it may have become something else. */
  changed(what: Changeable, before: Value, value: Value, place: ChartPlace): Value {
    const added = what.born < this.#settlesBefore ? this.settled(value, place) : value;
    const after = this.any([before, added], place);
    if (after !== before) this.#oldestChange = Math.min(this.#oldestChange, what.born);
    return after;
  }

  /** A moment: what is born later was not there yet. */
  now(): number {
    return ++this.#clock;
  }

  /** Does something, and says whether it changed anything that was there before. */
  changes(what: () => void): boolean {
    const before = this.#oldestChange;
    const start = this.now();
    this.#oldestChange = Number.POSITIVE_INFINITY;
    try {
      what();
      return this.#oldestChange < start;
    } finally {
      this.#oldestChange = Math.min(before, this.#oldestChange);
    }
  }

  /**
   * Does something again and again until it changes nothing that was there before. If that takes too long, values that go
   * into older things are read as a whole, after which nothing new can come.
   */
  untilStable(what: () => void): void {
    for (let round = 0; round < 3; round++) if (!this.changes(what)) return;
    const before = this.#settlesBefore;
    this.#settlesBefore = this.now();
    try {
      while (this.changes(what));
    } finally {
      this.#settlesBefore = before;
    }
  }
}

function keyOf(path: ValuesPath, { file, start, end }: ChartPlace): string {
  return `${path.id} ${start} ${end} ${file}`;
}

/** Whether this may be a template that the chart has somewhere else than among its templates. */
function isForeign(atom: Atom): boolean {
  return atom === FILES || (atom.kind === "text" && atom.text.includes("{{"));
}

/** What there is below an atom that has nothing of the values in it. */
function leafOf(atom: Atom): Value {
  return atom === FILES ? [FILES] : PLAIN;
}
