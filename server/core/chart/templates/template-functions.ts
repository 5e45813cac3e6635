import type { ChartPlace } from "../chart-place.ts";

import { ANY_KEY, type ProvenType } from "./template-reads.ts";
import {
  type LocatedRef,
  MOST_REFS,
  refsOf,
  UNKNOWN,
  union,
  type ValueRef,
  type ValueRefs,
} from "./template-refs.ts";
import type { ReadTracker } from "./template-uses.ts";

/** Other templates, which some functions run. */
export interface TemplateCalls {
  /** Runs the templates with these names. */
  call(names: readonly ValueRef[], given: readonly ValueRef[], place: ChartPlace): void;
  /** Runs these texts. */
  runTexts(texts: readonly ValueRef[], given: readonly ValueRef[], place: ChartPlace): void;
}

/** Longer texts that a template puts together are not known. */
const LONGEST_TEXT = 1000;

/** The functions of Go, Sprig and Helm: the arguments that they use, and their results. A function without a case here uses all arguments. */
export class Builtins {
  readonly #tracker: ReadTracker;
  readonly #refs: ValueRefs;
  readonly #calls: TemplateCalls;

  constructor(tracker: ReadTracker, calls: TemplateCalls) {
    this.#tracker = tracker;
    this.#refs = tracker.refs;
    this.#calls = calls;
  }

  /** The result of a call; records the arguments that the function uses. */
  apply(
    name: string,
    args: readonly (readonly LocatedRef[])[],
    start: number,
    end: number,
  ): readonly LocatedRef[] {
    const refs = args.map(refsOf);
    const [first = [], second = []] = refs;
    const last = refs.at(-1) ?? [];
    const given = (found: readonly ValueRef[]) => found.map((ref) => ({ ref, start, end }));
    const place = this.#tracker.placeOf(start, end);
    this.#prove(name, args);
    const must = /^must[A-Z]/.test(name) ? name.charAt(4).toLowerCase() + name.slice(5) : name;
    switch (must) {
      case "include":
        this.#calls.call(first, second, place);
        return given([UNKNOWN]);
      case "tpl":
        this.#calls.runTexts(first, second, place);
        return given([UNKNOWN]);
      case "default":
      case "coalesce":
      case "and":
      case "or":
        for (const arg of args) this.#tracker.markTested(arg);
        return args.flat();
      case "required":
        return args.at(-1) ?? [];
      case "ternary":
        this.#tracker.markTested(args[2] ?? []);
        return args.slice(0, 2).flat();
      case "not":
      case "empty":
      case "kindOf":
      case "typeOf":
        for (const arg of args) this.#tracker.markTested(arg);
        return [];
      case "kindIs":
        this.#tracker.markTested(args[1] ?? []);
        return [];
      case "deepCopy":
      case "omit":
      case "unset":
      case "set":
        for (const arg of args.slice(1)) this.#tracker.markUsed(arg);
        return args[0] ?? [];
      case "merge":
      case "mergeOverwrite": {
        // Mappings are put into the result as they are, and later arguments are written into them.
        const isFresh = args[0]?.every(({ ref }) => ref.kind === "map" && ref.entries.size === 0);
        for (const arg of args.slice(isFresh ? 2 : 1)) this.#tracker.markUsed(arg);
        return args.flat();
      }
      case "dict": {
        const keys = refs
          .filter((_, index) => index % 2 === 0)
          .map(([key]) => (key?.kind === "text" ? key.text : ANY_KEY));
        return given([this.#refs.mapOf(keys.map((key, index) => [key, refs[index * 2 + 1] ?? []]))]);
      }
      case "list":
      case "tuple":
        return given([this.#refs.mapOf(refs.map((item, index) => [String(index), item]))]);
      case "pick":
        return given([
          this.#refs.mapOf(
            refs.slice(1).flatMap((key) => this.#keysIn(key).map((name) => [name, this.#down(first, [key])])),
          ),
        ]);
      case "get":
      case "index":
        return this.#stepped(given(this.#down(first, refs.slice(1), args)));
      case "dig":
        return [...this.#stepped(given(this.#down(last, refs.slice(0, -2)))), ...(args.at(-2) ?? [])];
      case "hasKey":
        this.#stepped(given(this.#down(first, refs.slice(1))));
        return [];
      case "pluck":
        return given([
          this.#refs.mapOf(
            refs
              .slice(1)
              .map((from, index) => [String(index), refsOf(this.#stepped(given(this.#down(from, [first]))))]),
          ),
        ]);
      case "first":
      case "last":
        return this.#stepped(given(first.flatMap((ref) => this.#refs.field([ref], endOf(ref, must)))));
      case "print":
        return given(this.#joined(args, refs));
      case "printf":
        return given(this.#formatted(args, refs));
      default:
        return given(this.#made(args));
    }
  }

  /** The result of any other function, which reads all of its arguments. */
  #made(args: readonly (readonly LocatedRef[])[]): readonly ValueRef[] {
    for (const arg of args) this.#tracker.markUsed(arg);
    const made = args.flat().flatMap(({ ref }) => {
      if (ref.kind === "values") return [this.#refs.madeOf(ref.branch)];
      if (ref.kind === "made" || ref.kind === "unknown") return [ref];
      return ref.kind === "context" || ref.kind === "start" ? [UNKNOWN] : [];
    });
    return made.length > 0 ? union([made]) : [UNKNOWN];
  }

  #stepped(items: readonly LocatedRef[]): readonly LocatedRef[] {
    this.#tracker.markTested(items);
    return items;
  }

  #keysIn(key: readonly ValueRef[]): readonly string[] {
    const texts = key.map((ref) => (ref.kind === "text" ? ref.text : ANY_KEY));
    return texts.length > 0 ? texts : [ANY_KEY];
  }

  /** Follows keys down; one that is not literal may be any. */
  #down(
    from: readonly ValueRef[],
    keys: readonly (readonly ValueRef[])[],
    args: readonly (readonly LocatedRef[])[] = [],
  ): readonly ValueRef[] {
    for (const arg of args.slice(1)) this.#tracker.markUsed(arg);
    let reached = from;
    for (const key of keys) {
      this.#tracker.markRefsUsed(key);
      // The context has no items with numbers.
      if (key.every(({ kind }) => kind === "number"))
        reached = reached.filter(({ kind }) => kind !== "context");
      reached = this.#tracker.boundRefs(
        union(this.#keysIn(key).map((step) => this.#refs.field(reached, step))),
      );
    }
    return reached;
  }

  #joined(
    args: readonly (readonly LocatedRef[])[],
    refs: readonly (readonly ValueRef[])[],
  ): readonly ValueRef[] {
    let texts = [""];
    for (const ref of refs) {
      const isKnown = ref.length > 0 && ref.every(({ kind }) => kind === "text");
      const [start = ""] = texts;
      if (!isKnown) {
        const made = this.#made(args);
        return texts.length === 1 && start !== "" ? [this.#refs.startOf(start)] : made;
      }
      texts = texts.flatMap((before) => ref.map((part) => (part.kind === "text" ? before + part.text : "")));
      if (texts.length > MOST_REFS || texts.some(({ length }) => length > LONGEST_TEXT))
        return this.#made(args);
    }
    return texts.map((text) => this.#refs.textOf(text));
  }

  /** Only `%s`, one after the other, is followed. */
  #formatted(
    args: readonly (readonly LocatedRef[])[],
    refs: readonly (readonly ValueRef[])[],
  ): readonly ValueRef[] {
    const [format] = refs[0] ?? [];
    const parts = format?.kind === "text" ? format.text.split("%s") : [];
    if (parts.length !== refs.length || parts.some((part) => part.includes("%"))) return this.#made(args);
    const all = parts.flatMap((part, index) => [
      [this.#refs.textOf(part)],
      ...(refs[index + 1] ? [refs[index + 1] ?? []] : []),
    ]);
    return this.#joined(args, all);
  }

  /** A value that is undeclared has the type that its use needs. */
  #prove(name: string, args: readonly (readonly LocatedRef[])[]): void {
    const [fallback] = args[0] ?? [];
    const kind = fallback?.ref.kind;
    const byDefault = name === "default" && (kind === "number" || kind === "boolean") ? kind : undefined;
    const type = byDefault ?? PROVEN.get(name);
    if (!type) return;
    for (const { ref } of args.at(-1) ?? []) if (ref.kind === "values") ref.branch.types.add(type);
  }
}

/** The key of the first or the last item of a list. */
function endOf(ref: ValueRef, end: "first" | "last"): string {
  return (ref.kind === "map" ? [...ref.entries.keys()].at(end === "first" ? 0 : -1) : undefined) ?? ANY_KEY;
}

/** Functions of Sprig whose last argument makes sense only as a value of this type. */
const PROVEN: ReadonlyMap<string, ProvenType> = new Map([
  ["int", "number"],
  ["int64", "number"],
  ["float64", "number"],
  ["until", "number"],
  ["ternary", "boolean"],
  ["b64enc", "string"],
  ["b64dec", "string"],
  ["upper", "string"],
  ["lower", "string"],
  ["trim", "string"],
]);
