import type { Functions } from "./template-functions.ts";
import {
  BOOLEAN,
  type Item,
  NUMBER,
  type Ref,
  type Refs,
  refsOf,
  TooMuch,
  UNKNOWN,
} from "./template-refs.ts";
import type { Scopes } from "./template-scopes.ts";
import { isBinding, type Token } from "./template-text.ts";
import type { Uses } from "./template-uses.ts";

/** How deep parentheses are followed. */
const DEEPEST = 100;

const CONSTANTS = new Set(["true", "false", "nil"]);

/** The expressions of one action: which values its tokens name. */
export class Expressions {
  #at = 0;
  readonly #tokens: readonly Token[];
  readonly #uses: Uses;
  readonly #refs: Refs;
  readonly #scopes: Scopes;
  readonly #functions: Functions;

  constructor(tokens: readonly Token[], uses: Uses, scopes: Scopes, functions: Functions) {
    this.#tokens = tokens;
    this.#uses = uses;
    this.#refs = uses.refs;
    this.#scopes = scopes;
    this.#functions = functions;
  }

  #take(sign: string): boolean {
    const token = this.#tokens[this.#at];
    if (token?.kind !== "sign" || token.value !== sign) return false;
    this.#at++;
    return true;
  }

  /** What the pipeline that begins with a token gives. What it uses is noted. */
  pipeline(from: number): readonly Item[] {
    this.#at = from;
    return this.#pipeline(0);
  }

  #pipeline(depth: number): readonly Item[] {
    if (depth > DEEPEST) throw new TooMuch();
    const [name, sign] = this.#tokens.slice(this.#at, this.#at + 2);
    const binds = isBinding(this.#tokens, this.#at);
    if (binds) this.#at += 2;
    let result: readonly Item[] = [];
    let isFirst = true;
    do {
      result = this.#command(isFirst ? undefined : result, depth);
      isFirst = false;
    } while (this.#take("|"));
    if (binds) this.#scopes.bind(name?.value ?? "", refsOf(result), sign?.value === "=");
    return result;
  }

  #command(piped: readonly Item[] | undefined, depth: number): readonly Item[] {
    const first = this.#tokens[this.#at];
    if (!first) throw new TooMuch();
    const name = first.kind === "word" && !CONSTANTS.has(first.value) ? first.value : undefined;
    if (name !== undefined) this.#at++;
    const parts: (readonly Item[])[] = [];
    for (let token = this.#tokens[this.#at]; token; token = this.#tokens[this.#at]) {
      if (token.kind === "sign" && token.value !== "(") break;
      parts.push(this.#operand(depth));
    }
    if (piped) parts.push(piped);
    const end = this.#tokens[this.#at - 1]?.end ?? first.end;
    if (name !== undefined) return this.#uses.bound(this.#functions.of(name, parts, first.start, end));
    if (parts.length < 2) return this.#uses.bound(parts[0] ?? []);
    // A method, such as that of `.Files.Get "name"`.
    for (const part of parts) this.#uses.markUsed(part);
    return [{ ref: UNKNOWN, start: first.start, end }];
  }

  #operand(depth: number): readonly Item[] {
    const token = this.#tokens[this.#at++] as Token;
    let refs = this.#term(token, depth);
    let { end } = this.#tokens[this.#at - 1] ?? token;
    let isNamed = token.kind === "field";
    for (
      let field = this.#tokens[this.#at];
      field?.kind === "field" && field.start === end;
      field = this.#tokens[this.#at]
    ) {
      refs = this.#refs.field(refs, field.value);
      isNamed = true;
      end = field.end;
      this.#at++;
    }
    const items = refs.map((ref) => ({ ref, start: token.start, end }));
    if (isNamed) this.#uses.markTested(items);
    return items;
  }

  #term(token: Token, depth: number): readonly Ref[] {
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
        return refsOf(this.#functions.of(token.value, [], token.start, token.end));
      case "sign": {
        const result = this.#pipeline(depth + 1);
        if (!this.#take(")")) throw new TooMuch();
        return refsOf(result);
      }
    }
  }
}
