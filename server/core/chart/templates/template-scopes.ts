import { type Ref, UNKNOWN, union } from "./template-refs.ts";
import type { Action } from "./template-text.ts";
import type { Uses } from "./template-uses.ts";

/** What a variable or the dot is in a block, until that ends. */
interface Block {
  readonly dot: readonly Ref[];
  readonly names: string[];
}

/** What the dot and the variables are, in each block of a template. */
export class Scopes {
  dot: readonly Ref[];
  readonly #uses: Uses;
  readonly #variables = new Map<string, (readonly Ref[])[]>();
  readonly #blocks: Block[];
  /** Names of variables that get other values later on. */
  readonly #assigned = new Set<string>();

  constructor(uses: Uses, given: readonly Ref[], actions: readonly Action[]) {
    this.#uses = uses;
    this.dot = given;
    this.#blocks = [{ dot: given, names: [] }];
    this.#variables.set("", [given]);
    for (const { tokens } of actions)
      for (const [at, token] of tokens.entries())
        if (token.value === "=" && token.kind === "sign") this.#assigned.add(tokens[at - 1]?.value ?? "");
  }

  /** What a variable is. */
  variable(name: string): readonly Ref[] {
    return this.#variables.get(name)?.at(-1) ?? [];
  }

  /** Begins a block. */
  open(): void {
    this.#blocks.push({ dot: this.dot, names: [] });
  }

  /** Gives the dot of the block back, for its other branch. */
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

  /** Gives a variable a value. What is assigned later may have been read before, in a loop, so all of it counts as read. */
  bind(name: string, refs: readonly Ref[], isAssignment: boolean): void {
    const values = this.#variables.get(name) ?? [];
    this.#variables.set(name, values);
    const known = this.#assigned.has(name)
      ? refs.map((ref) => (ref.kind === "text" || ref.kind === "map" ? UNKNOWN : ref))
      : refs;
    if (this.#assigned.has(name)) this.#uses.markRefsUsed(refs.filter(({ kind }) => kind === "map"));
    if (isAssignment) this.#uses.markRefsUsed(refs);
    else {
      values.push(known);
      this.#blocks.at(-1)?.names.push(name);
      return;
    }
    const last = values.pop() ?? [];
    values.push(this.#uses.boundRefs(union([last, known])));
  }
}
