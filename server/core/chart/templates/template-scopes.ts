import { UNKNOWN, union, type ValueRef } from "./template-refs.ts";
import type { Action } from "./template-text.ts";
import type { ReadTracker } from "./template-uses.ts";

/** A block, with the dot to restore at its end and the variables that it declares. */
interface Block {
  readonly dot: readonly ValueRef[];
  readonly names: string[];
}

/** The dot and the variables in each block of a template. */
export class VariableScopes {
  dot: readonly ValueRef[];
  readonly #tracker: ReadTracker;
  readonly #variables = new Map<string, (readonly ValueRef[])[]>();
  readonly #blocks: Block[];
  /** Names of variables that get other values later on. */
  readonly #assigned = new Set<string>();

  constructor(tracker: ReadTracker, given: readonly ValueRef[], actions: readonly Action[]) {
    this.#tracker = tracker;
    this.dot = given;
    this.#blocks = [{ dot: given, names: [] }];
    this.#variables.set("", [given]);
    for (const { tokens } of actions)
      for (const [index, token] of tokens.entries())
        if (token.value === "=" && token.kind === "sign") this.#assigned.add(tokens[index - 1]?.value ?? "");
  }

  /** The current results of a variable. */
  variable(name: string): readonly ValueRef[] {
    return this.#variables.get(name)?.at(-1) ?? [];
  }

  /** Begins a block. */
  open(): void {
    this.#blocks.push({ dot: this.dot, names: [] });
  }

  /** Restores the dot of the block, for its other branch. */
  restart(): void {
    this.dot = this.#blocks.at(-1)?.dot ?? [];
  }

  /** Ends a block. */
  close(): void {
    const block = this.#blocks.pop();
    if (!block) return;
    this.dot = block.dot;
    for (const name of block.names) this.#variables.get(name)?.pop();
  }

  /** Gives a variable a value. A variable that is assigned later may have been read before, in a loop, so all of the value counts as read. */
  bind(name: string, refs: readonly ValueRef[], isAssignment: boolean): void {
    const values = this.#variables.get(name) ?? [];
    this.#variables.set(name, values);
    const known = this.#assigned.has(name)
      ? refs.map((ref) => (ref.kind === "text" || ref.kind === "map" ? UNKNOWN : ref))
      : refs;
    if (this.#assigned.has(name)) this.#tracker.markRefsUsed(refs.filter(({ kind }) => kind === "map"));
    if (isAssignment) this.#tracker.markRefsUsed(refs);
    else {
      values.push(known);
      this.#blocks.at(-1)?.names.push(name);
      return;
    }
    const last = values.pop() ?? [];
    values.push(this.#tracker.boundRefs(union([last, known])));
  }
}
