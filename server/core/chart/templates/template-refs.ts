import type { ChartPlace } from "../chart-place.ts";
import { ANY_KEY, type Branch } from "./template-reads.ts";
import type { ChartSource } from "./template-sources.ts";

/** A possible result of an expression, as far as it concerns the values. */
export type ValueRef =
  | { readonly kind: "values" | "context" | "charts" | "made"; readonly branch: Branch }
  | { readonly kind: "map"; readonly entries: ReadonlyMap<string, readonly ValueRef[]>; isSpent: boolean }
  /** A text, or one of which only the start is known. */
  | { readonly kind: "text" | "start"; readonly text: string }
  | { readonly kind: "number" | "boolean" | "unknown" };

/** A result with the range of the expression that names it. */
export interface LocatedRef {
  readonly ref: ValueRef;
  readonly start: number;
  readonly end: number;
}

export const UNKNOWN: ValueRef = { kind: "unknown" };
export const NUMBER: ValueRef = { kind: "number" };
export const BOOLEAN: ValueRef = { kind: "boolean" };

/** The number of results of one expression that are distinguished. */
export const MOST_REFS = 32;

/** Thrown when a scan exceeds its steps. */
export class TooMuch extends Error {}

/** Makes the results of the expressions in a chart's templates. Equal results are one object, so that they can be compared. */
export class ValueRefs {
  readonly #charts: readonly ChartSource[];
  readonly #kept = new Map<string, ValueRef>();
  readonly #ids = new Map<ValueRef, number>();
  #steps: number;

  constructor(charts: readonly ChartSource[], steps: number) {
    this.#charts = charts;
    this.#steps = steps;
  }

  /** Counts steps, and throws `TooMuch` once there are more than the scan may take. */
  step(count = 1): void {
    this.#steps -= count;
    if (this.#steps < 0) throw new TooMuch();
  }

  /** Records that all of some results is read. */
  markUsed(refs: readonly ValueRef[], place: ChartPlace): void {
    for (const ref of refs) {
      if (ref.kind === "values" || ref.kind === "context") ref.branch.read(place, true);
      if (ref.kind !== "map" || ref.isSpent) continue;
      ref.isSpent = true;
      for (const entry of ref.entries.values()) this.markUsed(entry, place);
    }
  }

  /** The results of a field access; `ANY_KEY` stands for a key that is not known. */
  field(refs: readonly ValueRef[], key: string): readonly ValueRef[] {
    return union(refs.map((ref) => this.#fieldOf(ref, key)));
  }

  #fieldOf(ref: ValueRef, key: string): readonly ValueRef[] {
    switch (ref.kind) {
      case "values":
        return [this.#refOf("values", ref.branch.child(key))];
      case "context":
        return this.#contextField(ref.branch, key);
      case "charts":
        return [this.contextOf(ref.branch.child(key))];
      case "map":
        return key === ANY_KEY
          ? union([...ref.entries.values()])
          : (ref.entries.get(key) ?? ref.entries.get(ANY_KEY) ?? []);
      case "unknown":
        return [UNKNOWN];
      default:
        return [];
    }
  }

  #contextField(branch: Branch, key: string): readonly ValueRef[] {
    const { name = "", path = "" } = this.#charts.find((chart) => chart.branch === branch) ?? {};
    switch (key) {
      case "Values":
        return [this.#refOf("values", branch)];
      case "Subcharts":
        return [this.#refOf("charts", branch)];
      case "Chart":
        return [
          this.mapOf([
            ["Name", [this.textOf(name)]],
            [ANY_KEY, [UNKNOWN]],
          ]),
        ];
      case "Template":
        return [
          this.mapOf([
            ["BasePath", [this.textOf(`${path}/templates`)]],
            [ANY_KEY, [UNKNOWN]],
          ]),
        ];
      default:
        // A key that is not known may be any of these.
        if (key === ANY_KEY)
          this.markUsed([this.contextOf(branch)], { file: "Chart.yaml", start: 0, end: 0 });
        return [UNKNOWN];
    }
  }

  /** The root context (`.`) of a template of the chart whose values are at a branch. */
  contextOf(branch: Branch): ValueRef {
    return this.#refOf("context", branch);
  }

  /** A text that is made of values at a branch. */
  madeOf(branch: Branch): ValueRef {
    return this.#refOf("made", branch);
  }

  /** A text that is known. */
  textOf(text: string): ValueRef {
    return this.#keep(`text ${text}`, () => ({ kind: "text", text }));
  }

  /** A text of which only the start is known. */
  startOf(text: string): ValueRef {
    return this.#keep(`start ${text}`, () => ({ kind: "start", text }));
  }

  /** A mapping or a list that a template makes. */
  mapOf(entries: readonly (readonly [string, readonly ValueRef[]])[]): ValueRef {
    this.step(entries.length);
    const id = entries.map(([key, refs]) => `${JSON.stringify(key)}:${this.keyOf(refs)}`).join(" ");
    return this.#keep(`map ${id}`, () => ({ kind: "map", entries: new Map(entries), isSpent: false }));
  }

  #refOf(kind: "values" | "context" | "charts" | "made", branch: Branch): ValueRef {
    return this.#keep(`${kind} ${branch.id}`, () => ({ kind, branch }));
  }

  #keep(id: string, make: () => ValueRef): ValueRef {
    const known = this.#kept.get(id) ?? make();
    this.#kept.set(id, known);
    return known;
  }

  #idOf(ref: ValueRef): number {
    const id = this.#ids.get(ref) ?? this.#ids.size;
    this.#ids.set(ref, id);
    return id;
  }

  /** A text that identifies a list of results. */
  keyOf(refs: readonly ValueRef[]): string {
    return refs.map((ref) => this.#idOf(ref)).join(",");
  }
}

/** The union of several lists of results. */
export function union(all: readonly (readonly ValueRef[])[]): readonly ValueRef[] {
  return all.length === 1 ? (all[0] ?? []) : [...new Set(all.flat())];
}

/** The results of some expressions, without their ranges. */
export function refsOf(items: readonly LocatedRef[]): readonly ValueRef[] {
  return items.map(({ ref }) => ref);
}
