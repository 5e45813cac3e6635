import type { ChartPlace } from "../chart-place.ts";
import { Expressions } from "./template-expressions.ts";
import { type Calls, Functions } from "./template-functions.ts";
import { ANY } from "./template-reads.ts";
import { type Item, type Ref, type Refs, refsOf, UNKNOWN } from "./template-refs.ts";
import { Scopes } from "./template-scopes.ts";
import { type Action, isBinding, keywordOf, type TemplateText, type Token } from "./template-text.ts";
import { Uses } from "./template-uses.ts";

/** A stretch of a template that is run with something. */
export interface Body {
  readonly template: TemplateText;
  readonly from: number;
  readonly to: number;
  readonly placeOf: (start: number, end: number) => ChartPlace;
}

/** Loops in loops that are gone through item by item. */
const MOST_LOOPS = 8;

/** Follows the actions of a template that is given something. */
export function runTemplate(body: Body, given: readonly Ref[], refs: Refs, calls: Calls): void {
  new Run(body, given, refs, calls).through(body.from, body.to);
}

class Run {
  readonly #body: Body;
  readonly #refs: Refs;
  readonly #calls: Calls;
  readonly #uses: Uses;
  readonly #scopes: Scopes;
  readonly #functions: Functions;
  /** What begins each turn of the loop that was opened last, if it is one over a literal list. */
  #loop: readonly (() => void)[] = [];
  #loops = 0;

  constructor(body: Body, given: readonly Ref[], refs: Refs, calls: Calls) {
    this.#body = body;
    this.#refs = refs;
    this.#calls = calls;
    this.#uses = new Uses(refs, body.placeOf);
    this.#scopes = new Scopes(this.#uses, given, body.template.actions.slice(body.from, body.to));
    this.#functions = new Functions(this.#uses, calls);
  }

  through(from: number, to: number): void {
    for (let number = from; number < to; number++) {
      const action = this.#body.template.actions[number] as Action;
      this.#refs.step(1 + action.tokens.length);
      const keyword = keywordOf(action);
      this.#follow(action);
      const { closedBy } = action;
      const isLoop = keyword === "range" && this.#loop.length > 1;
      if (isLoop && closedBy !== undefined && this.#loops < MOST_LOOPS) {
        this.#repeat(this.#loop, number + 1, closedBy);
        number = closedBy;
      }
      if (keyword === "define" || keyword === "block") number = closedBy ?? number;
    }
  }

  /** Goes through a loop over a literal list once for each item, so that names are not mixed up. */
  #repeat(items: readonly (() => void)[], from: number, to: number): void {
    this.#loops++;
    for (const begin of items) {
      begin();
      this.through(from, to);
      this.#scopes.close();
      this.#scopes.open();
    }
    this.#scopes.close();
    this.#loops--;
  }

  #follow(action: Action): void {
    const { tokens, start, end } = action;
    const keyword = keywordOf(action);
    this.#uses.action = action;
    const expressions = new Expressions(tokens, this.#uses, this.#scopes, this.#functions);
    switch (keyword) {
      case "define":
      case "break":
      case "continue":
        return;
      case "block":
      case "template": {
        const name = tokens[1]?.kind === "string" ? this.#refs.textOf(tokens[1].value) : UNKNOWN;
        const given = tokens.length > 2 ? refsOf(expressions.pipeline(2)) : [];
        this.#calls.call([name], given, this.#uses.placeOf(start, end));
        return;
      }
      case "if":
      case "with":
        this.#scopes.open();
        this.#test(keyword, expressions, 1);
        return;
      case "range":
        this.#scopes.open();
        this.#range(tokens, expressions);
        return;
      case "else": {
        this.#scopes.restart();
        const inner = tokens[1]?.value;
        if (inner === "if" || inner === "with") this.#test(inner, expressions, 2);
        return;
      }
      case "end":
        this.#scopes.close();
        return;
      default: {
        const result = expressions.pipeline(0);
        // An action that sets a variable prints nothing.
        if (!isBinding(tokens, 0)) this.#uses.markUsed(result);
      }
    }
  }

  #test(keyword: "if" | "with", expressions: Expressions, from: number): void {
    const result = expressions.pipeline(from);
    this.#uses.markTested(result);
    if (keyword === "with") this.#scopes.dot = refsOf(result);
  }

  #range(tokens: readonly Token[], expressions: Expressions): void {
    const [, first, comma] = tokens;
    const key = first?.kind === "variable" && comma?.value === "," ? first.value : undefined;
    const from = key === undefined ? 1 : 3;
    const item = isBinding(tokens, from) ? tokens[from]?.value : undefined;
    const isAssignment = tokens[from + 1]?.value === "=";
    const over = expressions.pipeline(item === undefined ? from : from + 2);
    const turn = (keys: readonly Ref[], items: readonly Ref[]) => () => {
      this.#scopes.dot = items;
      if (key !== undefined) this.#scopes.bind(key, keys, false);
      if (item !== undefined) this.#scopes.bind(item, items, isAssignment);
    };
    const [only] = over;
    this.#loop =
      over.length === 1 && only?.ref.kind === "map"
        ? Array.from(only.ref.entries, ([name, items]) => turn([this.#refs.textOf(name)], items))
        : [];
    const items = this.#items(over);
    this.#uses.markTested(items);
    turn(this.#keysOf(over), refsOf(items))();
  }

  #items(over: readonly Item[]): readonly Item[] {
    this.#uses.markUsed(over.filter(({ ref }) => ref.kind === "context"));
    return over.flatMap((item) => this.#refs.field([item.ref], ANY).map((ref) => ({ ...item, ref })));
  }

  #keysOf(over: readonly Item[]): readonly Ref[] {
    const keys = over.flatMap(({ ref }) =>
      ref.kind === "map" ? [...ref.entries.keys()].map((key) => this.#refs.textOf(key)) : [UNKNOWN],
    );
    return this.#uses.boundRefs(keys);
  }
}
