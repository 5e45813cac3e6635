import type { Value, ValuesPath } from "./template-values.ts";

/** Mappings inside mappings that are followed. */
const MAX_DEPTH = 6;

/** Paths longer than this are not followed: a mapping that was written into itself has them without end. */
const MAX_KEYS = 12;

/** What is done with values that a template made. */
export interface Means {
  /** What a value has under a key. */
  readonly named: (value: Value, key: string) => Value;
  /** Reads a value as a whole, because it cannot be followed. */
  readonly spend: (value: Value) => void;
}

/**
 * Which parts of the values a template may have put into which others. `merge` of Sprig puts mappings into its result as
 * they are, and then writes into them what comes later, so that with `merge (dict) .Values.a .Values.b` the mappings inside
 * `.Values.a` have keys of `.Values.b` from then on (https://masterminds.github.io/sprig/dicts.html).
 */
export class Links {
  readonly #into = new Map<ValuesPath, Set<ValuesPath>>();

  /** Notes that the keys of `added` may be in `into` from now on. */
  add(into: Value, added: Value, means: Means, depth = 0): void {
    for (const atom of into) {
      if (atom.kind === "path") this.#addTo(atom, added, means, depth);
      if (atom.kind !== "mapping") continue;
      if (depth >= MAX_DEPTH || atom.rest.length > 0) {
        means.spend(added);
        continue;
      }
      for (const [key, item] of atom.entries) {
        this.add(item, means.named(added, key), means, depth + 1);
      }
      this.add(atom.bases, added, means, depth + 1);
    }
  }

  #addTo(into: ValuesPath, added: Value, means: Means, depth: number): void {
    for (const atom of added) {
      if (atom.kind === "path") {
        const known = this.#into.get(into) ?? new Set();
        this.#into.set(into, known);
        if (atom !== into) known.add(atom);
      } else if (atom.kind !== "mapping" || depth >= MAX_DEPTH) means.spend([atom]);
      else {
        for (const [key, item] of atom.entries) {
          this.#addTo(into.at(key), item, means, depth + 1);
        }
        this.#addTo(into, atom.bases, means, depth + 1);
        means.spend(atom.rest);
      }
    }
  }

  /** What else is read with a path: what may stand there, and below it if that is read as a whole. */
  *with(path: ValuesPath, whole: boolean): Generator<{ readonly path: ValuesPath; readonly whole: boolean }> {
    const keys: string[] = [];
    for (let at: ValuesPath | undefined = path; at; at = at.above) {
      for (const linked of this.#into.get(at) ?? []) {
        const isFar = linked.depth + keys.length > MAX_KEYS;
        if (isFar) yield { path: linked, whole: true };
        else yield { path: keys.reduceRight((above: ValuesPath, key) => above.at(key), linked), whole };
      }
      keys.push(at.key);
    }
    if (!whole) return;
    for (const [into, those] of this.#into) {
      if (isBelow(into, path)) for (const linked of those) yield { path: linked, whole };
    }
  }
}

function isBelow(path: ValuesPath, above: ValuesPath): boolean {
  let at: ValuesPath | undefined = path;
  while (at && at.depth > above.depth) at = at.above;
  return at === above && path !== above;
}
