import type { Builtins } from "./template-functions.ts";
import {
  BOOLEAN,
  type LocatedRef,
  NUMBER,
  refsOf,
  TooMuch,
  UNKNOWN,
  type ValueRef,
  type ValueRefs,
} from "./template-refs.ts";
import type { VariableScopes } from "./template-scopes.ts";
import { isBinding, type Token } from "./template-text.ts";
import type { ReadTracker } from "./template-uses.ts";

/** The deepest nesting of parentheses that is followed. */
const DEEPEST_EXPRESSION = 100;

const CONSTANTS = new Set(["true", "false", "nil"]);

/** Evaluates the expressions of one action to the values that they name. */
export class Expressions {
  #index = 0;
  readonly #tokens: readonly Token[];
  readonly #tracker: ReadTracker;
  readonly #refs: ValueRefs;
  readonly #scopes: VariableScopes;
  readonly #builtins: Builtins;

  constructor(tokens: readonly Token[], tracker: ReadTracker, scopes: VariableScopes, builtins: Builtins) {
    this.#tokens = tokens;
    this.#tracker = tracker;
    this.#refs = tracker.refs;
    this.#scopes = scopes;
    this.#builtins = builtins;
  }

  #take(sign: string): boolean {
    const token = this.#tokens[this.#index];
    if (token?.kind !== "sign" || token.value !== sign) return false;
    this.#index++;
    return true;
  }

  /** Evaluates the pipeline that begins with a token, and records the values that it uses. */
  pipeline(from: number): readonly LocatedRef[] {
    this.#index = from;
    return this.#pipeline(0);
  }

  #pipeline(depth: number): readonly LocatedRef[] {
    if (depth > DEEPEST_EXPRESSION) throw new TooMuch();
    const [name, sign] = this.#tokens.slice(this.#index, this.#index + 2);
    const binds = isBinding(this.#tokens, this.#index);
    if (binds) this.#index += 2;
    let result: readonly LocatedRef[] = [];
    let isFirst = true;
    do {
      result = this.#command(isFirst ? undefined : result, depth);
      isFirst = false;
    } while (this.#take("|"));
    if (binds) this.#scopes.bind(name?.value ?? "", refsOf(result), sign?.value === "=");
    return result;
  }

  #command(piped: readonly LocatedRef[] | undefined, depth: number): readonly LocatedRef[] {
    const first = this.#tokens[this.#index];
    if (!first) throw new TooMuch();
    const name = first.kind === "word" && !CONSTANTS.has(first.value) ? first.value : undefined;
    if (name !== undefined) this.#index++;
    const parts: (readonly LocatedRef[])[] = [];
    for (let token = this.#tokens[this.#index]; token; token = this.#tokens[this.#index]) {
      if (token.kind === "sign" && token.value !== "(") break;
      parts.push(this.#operand(depth));
    }
    if (piped) parts.push(piped);
    const end = this.#tokens[this.#index - 1]?.end ?? first.end;
    if (name !== undefined) return this.#tracker.bound(this.#builtins.apply(name, parts, first.start, end));
    if (parts.length < 2) return this.#tracker.bound(parts[0] ?? []);
    // A method, such as that of `.Files.Get "name"`.
    for (const part of parts) this.#tracker.markUsed(part);
    return [{ ref: UNKNOWN, start: first.start, end }];
  }

  #operand(depth: number): readonly LocatedRef[] {
    const token = this.#tokens[this.#index++] as Token;
    let refs = this.#term(token, depth);
    let { end } = this.#tokens[this.#index - 1] ?? token;
    let isNamed = token.kind === "field";
    for (
      let field = this.#tokens[this.#index];
      field?.kind === "field" && field.start === end;
      field = this.#tokens[this.#index]
    ) {
      refs = this.#refs.field(refs, field.value);
      isNamed = true;
      end = field.end;
      this.#index++;
    }
    const items = refs.map((ref) => ({ ref, start: token.start, end }));
    if (isNamed) this.#tracker.markTested(items);
    return items;
  }

  #term(token: Token, depth: number): readonly ValueRef[] {
    switch (token.kind) {
      case "dot":
        return this.#scopes.dot;
      case "field":
        return this.#refs.field(this.#scopes.dot, token.value);
      case "variable":
        return this.#scopes.variable(token.value);
      case "string":
        return [this.#refs.textOf(token.value)];
      case "number":
        return [NUMBER];
      case "word":
        if (CONSTANTS.has(token.value)) return token.value === "nil" ? [] : [BOOLEAN];
        return refsOf(this.#builtins.apply(token.value, [], token.start, token.end));
      case "sign": {
        const result = this.#pipeline(depth + 1);
        if (!this.#take(")")) throw new TooMuch();
        return refsOf(result);
      }
    }
  }
}
