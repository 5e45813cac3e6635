import type { ChartPlace } from "../chart-place.ts";
import { ANY, type Branch } from "./template-reads.ts";
import type { ChartSource } from "./template-sources.ts";

/** What an expression may give, as far as it has to do with the values. */
export type Ref =
  | { readonly kind: "values" | "context" | "charts" | "made"; readonly at: Branch }
  | { readonly kind: "map"; readonly entries: ReadonlyMap<string, readonly Ref[]>; isSpent: boolean }
  /** A text, or one of which only the start is known. */
  | { readonly kind: "text" | "start"; readonly text: string }
  | { readonly kind: "number" | "boolean" | "unknown" };

/** With the expression that names it. */
export interface Item {
  readonly ref: Ref;
  readonly start: number;
  readonly end: number;
}

export const UNKNOWN: Ref = { kind: "unknown" };
export const NUMBER: Ref = { kind: "number" };
export const BOOLEAN: Ref = { kind: "boolean" };

/** How many results of one expression are distinguished. */
export const MOST = 32;

/** A scan takes longer than it may. */
export class TooMuch extends Error {}

/** All that expressions of a chart's templates give. What is the same is kept once, so that it can be compared. */
export class Refs {
  readonly #charts: readonly ChartSource[];
  readonly #kept = new Map<string, Ref>();
  readonly #ids = new Map<Ref, number>();
  #steps: number;

  constructor(charts: readonly ChartSource[], steps: number) {
    this.#charts = charts;
    this.#steps = steps;
  }

  /** Counts what is done, and throws `TooMuch` where that is more than the steps that were given. */
  step(count = 1): void {
    this.#steps -= count;
    if (this.#steps < 0) throw new TooMuch();
  }

  /** Notes that all of something is read. */
  markUsed(refs: readonly Ref[], place: ChartPlace): void {
    for (const ref of refs) {
      if (ref.kind === "values" || ref.kind === "context") ref.at.read(place, true);
      if (ref.kind !== "map" || ref.isSpent) continue;
      ref.isSpent = true;
      for (const entry of ref.entries.values()) this.markUsed(entry, place);
    }
  }

  /** What something has under a key; `ANY` stands for a key that is not known. */
  field(refs: readonly Ref[], key: string): readonly Ref[] {
    return union(refs.map((ref) => this.#fieldOf(ref, key)));
  }

  #fieldOf(ref: Ref, key: string): readonly Ref[] {
    switch (ref.kind) {
      case "values":
        return [this.#refOf("values", ref.at.at(key))];
      case "context":
        return this.#ofContext(ref.at, key);
      case "charts":
        return [this.contextOf(ref.at.at(key))];
      case "map":
        return key === ANY
          ? union([...ref.entries.values()])
          : (ref.entries.get(key) ?? ref.entries.get(ANY) ?? []);
      case "unknown":
        return [UNKNOWN];
      default:
        return [];
    }
  }

  #ofContext(at: Branch, key: string): readonly Ref[] {
    const { name = "", path = "" } = this.#charts.find((chart) => chart.at === at) ?? {};
    switch (key) {
      case "Values":
        return [this.#refOf("values", at)];
      case "Subcharts":
        return [this.#refOf("charts", at)];
      case "Chart":
        return [
          this.mapOf([
            ["Name", [this.textOf(name)]],
            [ANY, [UNKNOWN]],
          ]),
        ];
      case "Template":
        return [
          this.mapOf([
            ["BasePath", [this.textOf(`${path}/templates`)]],
            [ANY, [UNKNOWN]],
          ]),
        ];
      default:
        // A key that is not known may be any of these.
        if (key === ANY) this.markUsed([this.contextOf(at)], { file: "Chart.yaml", start: 0, end: 0 });
        return [UNKNOWN];
    }
  }

  /** The dot of a template of the chart whose values are there. */
  contextOf(at: Branch): Ref {
    return this.#refOf("context", at);
  }

  /** A text of what is in the values. */
  madeOf(at: Branch): Ref {
    return this.#refOf("made", at);
  }

  /** A text that is known. */
  textOf(text: string): Ref {
    return this.#keep(`text ${text}`, () => ({ kind: "text", text }));
  }

  /** A text of which only the start is known. */
  startOf(text: string): Ref {
    return this.#keep(`start ${text}`, () => ({ kind: "start", text }));
  }

  /** A mapping or a list that a template makes. */
  mapOf(entries: readonly (readonly [string, readonly Ref[]])[]): Ref {
    this.step(entries.length);
    const id = entries.map(([key, refs]) => `${JSON.stringify(key)}:${this.keyOf(refs)}`).join(" ");
    return this.#keep(`map ${id}`, () => ({ kind: "map", entries: new Map(entries), isSpent: false }));
  }

  #refOf(kind: "values" | "context" | "charts" | "made", at: Branch): Ref {
    return this.#keep(`${kind} ${at.id}`, () => ({ kind, at }));
  }

  #keep(id: string, make: () => Ref): Ref {
    const known = this.#kept.get(id) ?? make();
    this.#kept.set(id, known);
    return known;
  }

  #idOf(ref: Ref): number {
    const id = this.#ids.get(ref) ?? this.#ids.size;
    this.#ids.set(ref, id);
    return id;
  }

  /** Tells some from all others. */
  keyOf(refs: readonly Ref[]): string {
    return refs.map((ref) => this.#idOf(ref)).join(",");
  }
}

/** What any of these is, each once. */
export function union(all: readonly (readonly Ref[])[]): readonly Ref[] {
  return all.length === 1 ? (all[0] ?? []) : [...new Set(all.flat())];
}

/** What some expressions give. */
export function refsOf(items: readonly Item[]): readonly Ref[] {
  return items.map(({ ref }) => ref);
}
