import type { ChartPlace } from "../chart-place.ts";

import { ANY, type ProvenType } from "./template-reads.ts";
import { type Item, MOST, type Ref, type Refs, refsOf, UNKNOWN, union } from "./template-refs.ts";
import type { Uses } from "./template-uses.ts";

/** Other templates, which some functions run. */
export interface Calls {
  /** Runs the templates with these names. */
  call(names: readonly Ref[], given: readonly Ref[], place: ChartPlace): void;
  /** Runs these texts. */
  runTexts(texts: readonly Ref[], given: readonly Ref[], place: ChartPlace): void;
}

/** Longer texts that a template puts together are not known. */
const LONGEST_TEXT = 1000;

/** The functions of Go, Sprig and Helm: which of their arguments they use, and what they give. Those that have no word here use all. */
export class Functions {
  readonly #uses: Uses;
  readonly #refs: Refs;
  readonly #calls: Calls;

  constructor(uses: Uses, calls: Calls) {
    this.#uses = uses;
    this.#refs = uses.refs;
    this.#calls = calls;
  }

  /** What a function gives. */
  of(name: string, args: readonly (readonly Item[])[], start: number, end: number): readonly Item[] {
    const refs = args.map(refsOf);
    const [first = [], second = []] = refs;
    const last = refs.at(-1) ?? [];
    const given = (found: readonly Ref[]) => found.map((ref) => ({ ref, start, end }));
    const place = this.#uses.placeOf(start, end);
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
        for (const arg of args) this.#uses.markTested(arg);
        return args.flat();
      case "required":
        return args.at(-1) ?? [];
      case "ternary":
        this.#uses.markTested(args[2] ?? []);
        return args.slice(0, 2).flat();
      case "not":
      case "empty":
      case "kindOf":
      case "typeOf":
        for (const arg of args) this.#uses.markTested(arg);
        return [];
      case "kindIs":
        this.#uses.markTested(args[1] ?? []);
        return [];
      case "deepCopy":
      case "omit":
      case "unset":
      case "set":
        for (const arg of args.slice(1)) this.#uses.markUsed(arg);
        return args[0] ?? [];
      case "merge":
      case "mergeOverwrite": {
        // Mappings are put into the result as they are, and what comes later is written into them.
        const isFresh = args[0]?.every(({ ref }) => ref.kind === "map" && ref.entries.size === 0);
        for (const arg of args.slice(isFresh ? 2 : 1)) this.#uses.markUsed(arg);
        return args.flat();
      }
      case "dict": {
        const keys = refs
          .filter((_, at) => at % 2 === 0)
          .map(([key]) => (key?.kind === "text" ? key.text : ANY));
        return given([this.#refs.mapOf(keys.map((key, at) => [key, refs[at * 2 + 1] ?? []]))]);
      }
      case "list":
      case "tuple":
        return given([this.#refs.mapOf(refs.map((item, at) => [String(at), item]))]);
      case "pick":
        return given([
          this.#refs.mapOf(
            refs.slice(1).flatMap((key) => this.#keysIn(key).map((one) => [one, this.#down(first, [key])])),
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
              .map((from, at) => [String(at), refsOf(this.#stepped(given(this.#down(from, [first]))))]),
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

  /** What any other function makes of its arguments, all of which it reads. */
  #made(args: readonly (readonly Item[])[]): readonly Ref[] {
    for (const arg of args) this.#uses.markUsed(arg);
    const made = args.flat().flatMap(({ ref }) => {
      if (ref.kind === "values") return [this.#refs.madeOf(ref.at)];
      if (ref.kind === "made" || ref.kind === "unknown") return [ref];
      return ref.kind === "context" || ref.kind === "start" ? [UNKNOWN] : [];
    });
    return made.length > 0 ? union([made]) : [UNKNOWN];
  }

  #stepped(items: readonly Item[]): readonly Item[] {
    this.#uses.markTested(items);
    return items;
  }

  #keysIn(key: readonly Ref[]): readonly string[] {
    const texts = key.map((ref) => (ref.kind === "text" ? ref.text : ANY));
    return texts.length > 0 ? texts : [ANY];
  }

  /** Follows keys down; one that is not literal may be any. */
  #down(
    from: readonly Ref[],
    keys: readonly (readonly Ref[])[],
    args: readonly (readonly Item[])[] = [],
  ): readonly Ref[] {
    for (const arg of args.slice(1)) this.#uses.markUsed(arg);
    let at = from;
    for (const key of keys) {
      this.#uses.markRefsUsed(key);
      // The context has no items with numbers.
      if (key.every(({ kind }) => kind === "number")) at = at.filter(({ kind }) => kind !== "context");
      at = this.#uses.boundRefs(union(this.#keysIn(key).map((one) => this.#refs.field(at, one))));
    }
    return at;
  }

  #joined(args: readonly (readonly Item[])[], refs: readonly (readonly Ref[])[]): readonly Ref[] {
    let texts = [""];
    for (const ref of refs) {
      const isKnown = ref.length > 0 && ref.every(({ kind }) => kind === "text");
      const [start = ""] = texts;
      if (!isKnown) {
        const made = this.#made(args);
        return texts.length === 1 && start !== "" ? [this.#refs.startOf(start)] : made;
      }
      texts = texts.flatMap((before) => ref.map((one) => (one.kind === "text" ? before + one.text : "")));
      if (texts.length > MOST || texts.some(({ length }) => length > LONGEST_TEXT)) return this.#made(args);
    }
    return texts.map((text) => this.#refs.textOf(text));
  }

  /** Only `%s`, one after the other, is followed. */
  #formatted(args: readonly (readonly Item[])[], refs: readonly (readonly Ref[])[]): readonly Ref[] {
    const [format] = refs[0] ?? [];
    const parts = format?.kind === "text" ? format.text.split("%s") : [];
    if (parts.length !== refs.length || parts.some((part) => part.includes("%"))) return this.#made(args);
    const all = parts.flatMap((part, at) => [
      [this.#refs.textOf(part)],
      ...(refs[at + 1] ? [refs[at + 1] ?? []] : []),
    ]);
    return this.#joined(args, all);
  }

  /** A value that is undeclared has the type that its use needs. */
  #prove(name: string, args: readonly (readonly Item[])[]): void {
    const [fallback] = args[0] ?? [];
    const kind = fallback?.ref.kind;
    const byDefault = name === "default" && (kind === "number" || kind === "boolean") ? kind : undefined;
    const type = byDefault ?? PROVEN.get(name);
    if (!type) return;
    for (const { ref } of args.at(-1) ?? []) if (ref.kind === "values") ref.at.types.add(type);
  }
}

/** The key of the first or the last item of a list. */
function endOf(ref: Ref, end: "first" | "last"): string {
  return (ref.kind === "map" ? [...ref.entries.keys()].at(end === "first" ? 0 : -1) : undefined) ?? ANY;
}

/** What these functions of Sprig are given for their last argument is of one type, or makes no sense. */
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
