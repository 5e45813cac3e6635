import type { ChartPlace } from "../chart-place.ts";
import { type Item, MOST, type Ref, type Refs, refsOf, UNKNOWN } from "./template-refs.ts";
import type { Action } from "./template-text.ts";

/** Notes what one template reads, and where. */
export class Uses {
  readonly refs: Refs;
  readonly placeOf: (start: number, end: number) => ChartPlace;
  /** The action that is read at the moment. */
  action: Action | undefined;

  constructor(refs: Refs, placeOf: Uses["placeOf"]) {
    this.refs = refs;
    this.placeOf = placeOf;
  }

  /** Something is tested, and nothing below it. */
  markTested(items: readonly Item[]): void {
    for (const { ref, start, end } of items) {
      this.refs.step();
      // All values are only read as a whole.
      if (ref.kind === "values" && ref.at.depth > 0) ref.at.read(this.placeOf(start, end), false);
    }
  }

  /** Something is used, with all that is below it. */
  markUsed(items: readonly Item[]): void {
    for (const { ref, start, end } of items) {
      this.refs.step();
      this.refs.markUsed([ref], this.placeOf(start, end));
    }
  }

  /** The same of what has no expression of its own. */
  markRefsUsed(refs: readonly Ref[]): void {
    const { tokens = [] } = this.action ?? {};
    const [start, end] = [tokens[0]?.start ?? 0, tokens.at(-1)?.end ?? 0];
    this.markUsed(refs.map((ref) => ({ ref, start, end })));
  }

  /** What can be distinguished; of too much, all is used. */
  bound(items: readonly Item[]): readonly Item[] {
    if (items.length <= MOST) return items;
    this.markUsed(items);
    const { start = 0, end = 0 } = items[0] ?? {};
    return [{ ref: UNKNOWN, start, end }];
  }

  /** The same of what has no expression of its own. */
  boundRefs(refs: readonly Ref[]): readonly Ref[] {
    return refsOf(this.bound(refs.map((ref) => ({ ref, start: 0, end: 0 }))));
  }
}
