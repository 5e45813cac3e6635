/**
 * What an expression of a template may be, as far as the chart's values go into it: any of these. It is one of them when
 * the template runs.
 */
export type Value = readonly Atom[];

/** One thing that an expression may be. */
export type Atom = ValuesPath | Mapping | Sequence | Text | Pattern | Index | Plain;

/** What the values have at a path. The empty path is `.Values` itself. */
export class ValuesPath {
  readonly kind = "path";
  readonly above: ValuesPath | undefined;
  readonly key: string;
  readonly depth: number;
  readonly id: number;
  readonly #below = new Map<string, ValuesPath>();
  readonly #ids: { next: number };

  constructor(above?: ValuesPath, key = "", ids: { next: number } = { next: 0 }) {
    this.above = above;
    this.key = key;
    this.depth = above ? above.depth + 1 : 0;
    this.#ids = ids;
    this.id = ids.next++;
  }

  /** There is one object for each path, so that two of them can be compared. */
  at(key: string): ValuesPath {
    let below = this.#below.get(key);
    if (!below) {
      below = new ValuesPath(this, key, this.#ids);
      this.#below.set(key, below);
    }
    return below;
  }

  get segments(): readonly string[] {
    const segments: string[] = [];
    for (let at: ValuesPath | undefined = this; at?.above; at = at.above) segments.push(at.key);
    return segments.reverse();
  }
}

/** Something that can change, and since when it is there. */
export interface Changeable {
  readonly born: number;
}

/** A mapping that a template made. What is put into it stays: it may be what another way through the template put there. */
export class Mapping implements Changeable {
  readonly kind = "mapping";
  readonly born: number;
  readonly entries: Map<string, Value>;
  /** What stands under keys that are not known. */
  rest: Value = [];
  /** Mappings that were merged into it. */
  bases: Value = [];

  constructor(born: number, entries: Iterable<readonly [string, Value]> = []) {
    this.born = born;
    this.entries = new Map(entries);
  }
}

/** A list that a template made. */
export interface Sequence {
  readonly kind: "sequence";
  readonly items: readonly Value[];
  /** The items are these, in this order, not just some of them. */
  readonly isExact: boolean;
}

/** A text that the template itself has. */
export interface Text {
  readonly kind: "text";
  readonly text: string;
}

/** A text of which only the beginning and the end are known. */
export interface Pattern {
  readonly kind: "pattern";
  readonly prefix: string;
  readonly suffix: string;
}

/** A whole number that the template itself has. */
export interface Index {
  readonly kind: "index";
  readonly index: number;
}

/** What has no part of the values in it that was not noted already. */
export interface Plain {
  readonly kind: "settled" | "files" | "subcharts";
}

/** Something that depends on the values only in ways that have been noted. */
export const SETTLED: Plain = { kind: "settled" };
/** `.Files`, and any text that may be a template of the chart which is not at hand. */
export const FILES: Plain = { kind: "files" };
/** `.Subcharts`: the contexts of the charts below. */
export const SUBCHARTS: Plain = { kind: "subcharts" };
/** A value of which nothing more has to be known. */
export const PLAIN: Value = [SETTLED];

/** Either of two values. */
export function either(one: Value, other: Value): Value {
  if (one === other || other.length === 0) return one;
  if (one.length === 0) return other;
  const added = other.filter((atom) => !one.some((known) => isSame(known, atom)));
  return added.length === 0 ? one : [...one, ...added];
}

function isSame(one: Atom, other: Atom): boolean {
  if (one === other) return true;
  return one.kind === "text" && other.kind === "text" && one.text === other.text;
}

/** The texts that a value may be; `undefined` if it may be anything else. */
export function textsOf(value: Value): readonly string[] | undefined {
  const texts = value.flatMap((atom) => (atom.kind === "text" ? [atom.text] : []));
  return texts.length === value.length && texts.length > 0 ? texts : undefined;
}

/** Texts longer than this are not told apart. */
const MAX_KEY = 4000;

/** A text that two values share if a template does the same with both; `undefined` where that would be too long. */
export function likeness(value: Value): string | undefined {
  const parts: string[] = [];
  const seen = new Map<Mapping, number>();
  let length = 0;
  const add = (part: string): boolean => {
    length += part.length;
    parts.push(part);
    return length < MAX_KEY;
  };
  const addValue = (one: Value): boolean => one.every(addAtom) && add(";");
  const addAtom = (atom: Atom): boolean => {
    switch (atom.kind) {
      case "path":
        return add(`@${atom.id}`);
      case "text":
        return add(JSON.stringify(atom.text));
      case "index":
        return add(`#${atom.index}`);
      case "pattern":
        return add(`~${JSON.stringify([atom.prefix, atom.suffix])}`);
      case "sequence":
        return add(atom.isExact ? "[" : "(") && atom.items.every(addValue) && add("]");
      case "mapping": {
        const known = seen.get(atom);
        if (known !== undefined) return add(`^${known}`);
        seen.set(atom, seen.size);
        const entries = [...atom.entries].every(
          ([key, item]) => add(`${JSON.stringify(key)}:`) && addValue(item),
        );
        return add("{") && entries && add("*") && addValue(atom.rest) && add("+") && addValue(atom.bases);
      }
      default:
        return add(atom.kind);
    }
  };
  return addValue(value) ? parts.join("") : undefined;
}
