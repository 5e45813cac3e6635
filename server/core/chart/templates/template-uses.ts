import type { ChartPlace } from "../chart-place.ts";
import {
  type LocatedRef,
  MOST_REFS,
  refsOf,
  UNKNOWN,
  type ValueRef,
  type ValueRefs,
} from "./template-refs.ts";
import type { Action } from "./template-text.ts";

/** Records the values that one template reads, with the places. */
export class ReadTracker {
  readonly refs: ValueRefs;
  readonly placeOf: (start: number, end: number) => ChartPlace;
  /** The action that is read at the moment. */
  action: Action | undefined;

  constructor(refs: ValueRefs, placeOf: ReadTracker["placeOf"]) {
    this.refs = refs;
    this.placeOf = placeOf;
  }

  /** Records that values are tested, without anything below them. */
  markTested(items: readonly LocatedRef[]): void {
    for (const { ref, start, end } of items) {
      this.refs.step();
      // All values are only read as a whole.
      if (ref.kind === "values" && ref.branch.depth > 0) ref.branch.read(this.placeOf(start, end), false);
    }
  }

  /** Records that values are used, with all that is below them. */
  markUsed(items: readonly LocatedRef[]): void {
    for (const { ref, start, end } of items) {
      this.refs.step();
      this.refs.markUsed([ref], this.placeOf(start, end));
    }
  }

  /** The same for results without an expression; the place is that of the action. */
  markRefsUsed(refs: readonly ValueRef[]): void {
    const { tokens = [] } = this.action ?? {};
    const [start, end] = [tokens[0]?.start ?? 0, tokens.at(-1)?.end ?? 0];
    this.markUsed(refs.map((ref) => ({ ref, start, end })));
  }

  /** Bounds the number of results: if there are too many, all count as used, and the result is unknown. */
  bound(items: readonly LocatedRef[]): readonly LocatedRef[] {
    if (items.length <= MOST_REFS) return items;
    this.markUsed(items);
    const { start = 0, end = 0 } = items[0] ?? {};
    return [{ ref: UNKNOWN, start, end }];
  }

  /** The same for results without an expression. */
  boundRefs(refs: readonly ValueRef[]): readonly ValueRef[] {
    return refsOf(this.bound(refs.map((ref) => ({ ref, start: 0, end: 0 }))));
  }
}
