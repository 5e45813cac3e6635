import type { ChartPlace } from "../chart-place.ts";
import { Expressions } from "./template-expressions.ts";
import { Builtins, type TemplateCalls } from "./template-functions.ts";
import { ANY_KEY } from "./template-reads.ts";
import { type LocatedRef, refsOf, UNKNOWN, type ValueRef, type ValueRefs } from "./template-refs.ts";
import { VariableScopes } from "./template-scopes.ts";
import { type Action, isBinding, keywordOf, type TemplateText, type Token } from "./template-text.ts";
import { ReadTracker } from "./template-uses.ts";

/** A stretch of a template that can be run with an argument. */
export interface Body {
  readonly template: TemplateText;
  readonly from: number;
  readonly to: number;
  readonly placeOf: (start: number, end: number) => ChartPlace;
}

/** The deepest nesting of loops that are followed item by item. */
const MOST_LOOPS = 8;

/** Follows the actions of a template that is called with an argument. */
export function runTemplate(
  body: Body,
  given: readonly ValueRef[],
  refs: ValueRefs,
  calls: TemplateCalls,
): void {
  new Interpreter(body, given, refs, calls).run(body.from, body.to);
}

class Interpreter {
  readonly #body: Body;
  readonly #refs: ValueRefs;
  readonly #calls: TemplateCalls;
  readonly #tracker: ReadTracker;
  readonly #scopes: VariableScopes;
  readonly #builtins: Builtins;
  /** The start of each turn of the loop that was opened last, if that loop is over a literal list. */
  #loop: readonly (() => void)[] = [];
  #loops = 0;

  constructor(body: Body, given: readonly ValueRef[], refs: ValueRefs, calls: TemplateCalls) {
    this.#body = body;
    this.#refs = refs;
    this.#calls = calls;
    this.#tracker = new ReadTracker(refs, body.placeOf);
    this.#scopes = new VariableScopes(this.#tracker, given, body.template.actions.slice(body.from, body.to));
    this.#builtins = new Builtins(this.#tracker, calls);
  }

  run(from: number, to: number): void {
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
      this.run(from, to);
      this.#scopes.close();
      this.#scopes.open();
    }
    this.#scopes.close();
    this.#loops--;
  }

  #follow(action: Action): void {
    const { tokens, start, end } = action;
    const keyword = keywordOf(action);
    this.#tracker.action = action;
    const expressions = new Expressions(tokens, this.#tracker, this.#scopes, this.#builtins);
    switch (keyword) {
      case "define":
      case "break":
      case "continue":
        return;
      case "block":
      case "template": {
        const name = tokens[1]?.kind === "string" ? this.#refs.textOf(tokens[1].value) : UNKNOWN;
        const given = tokens.length > 2 ? refsOf(expressions.pipeline(2)) : [];
        this.#calls.call([name], given, this.#tracker.placeOf(start, end));
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
        if (!isBinding(tokens, 0)) this.#tracker.markUsed(result);
      }
    }
  }

  #test(keyword: "if" | "with", expressions: Expressions, from: number): void {
    const result = expressions.pipeline(from);
    this.#tracker.markTested(result);
    if (keyword === "with") this.#scopes.dot = refsOf(result);
  }

  #range(tokens: readonly Token[], expressions: Expressions): void {
    const [, first, comma] = tokens;
    const key = first?.kind === "variable" && comma?.value === "," ? first.value : undefined;
    const from = key === undefined ? 1 : 3;
    const item = isBinding(tokens, from) ? tokens[from]?.value : undefined;
    const isAssignment = tokens[from + 1]?.value === "=";
    const over = expressions.pipeline(item === undefined ? from : from + 2);
    const turn = (keys: readonly ValueRef[], items: readonly ValueRef[]) => () => {
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
    this.#tracker.markTested(items);
    turn(this.#keysOf(over), refsOf(items))();
  }

  #items(over: readonly LocatedRef[]): readonly LocatedRef[] {
    this.#tracker.markUsed(over.filter(({ ref }) => ref.kind === "context"));
    return over.flatMap((item) => this.#refs.field([item.ref], ANY_KEY).map((ref) => ({ ...item, ref })));
  }

  #keysOf(over: readonly LocatedRef[]): readonly ValueRef[] {
    const keys = over.flatMap(({ ref }) =>
      ref.kind === "map" ? [...ref.entries.keys()].map((key) => this.#refs.textOf(key)) : [UNKNOWN],
    );
    return this.#tracker.boundRefs(keys);
  }
}
