import type { ChartPlace } from "../chart.ts";
import { callFunction, type Result, resultValue, spendResult, touchResult } from "./template-functions.ts";
import type { Branch, Command, Definition, Operand, Pipeline, Span, TemplateNode } from "./template-nodes.ts";
import { type Store, TooMuch } from "./template-store.ts";
import {
  type Atom,
  type Changeable,
  FILES,
  likeness,
  PLAIN,
  textsOf,
  type Value,
} from "./template-values.ts";

/** A definition with where it is written. */
export interface PlacedDefinition extends Definition {
  /** The place of a stretch of it. */
  readonly placeOf: (span: Span) => ChartPlace;
}

/** What the templates of a chart can call. */
export interface Library {
  /** By their names. Of several with one name any may be meant. */
  readonly definitions: ReadonlyMap<string, readonly PlacedDefinition[]>;
  /** Whether charts below may have definitions that are not at hand. */
  readonly hasOthers: boolean;
  /** A text that `tpl` was given, as a template. */
  readonly read: (text: string, place: ChartPlace) => PlacedDefinition;
  /** The texts of the chart that may be given to `tpl`: those below a path of the values, or all. */
  readonly given: (path?: readonly string[]) => readonly PlacedDefinition[];
}

/** Blocks, parentheses and calls inside each other that are followed. */
const MAX_DEPTH = 300;
/** How often a template may be inside itself, with ever different arguments, before these are read as a whole. */
const MAX_RECURSION = 6;

class Scope implements Changeable {
  readonly born: number;
  readonly variables = new Map<string, Value>();

  constructor(born: number) {
    this.born = born;
  }
}

/** A call of a template: what it was given, and its variables. */
interface Frame {
  readonly placeOf: (span: Span) => ChartPlace;
  readonly scopes: Scope[];
}

/**
 * Follows templates as Go would run them (src/text/template/exec.go), with all ways through them at once, and has the store
 * note what they read. A call is followed once for each kind of arguments.
 */
export class Interpreter {
  /** Whether the chart gives texts of the values to `tpl`, with which they can read anything. */
  dynamic = false;
  readonly #store: Store;
  readonly #library: Library;
  readonly #done = new Map<string, { readonly printsTemplate: boolean }>();
  readonly #numbers = new Map<PlacedDefinition, number>();
  readonly #running: PlacedDefinition[] = [];
  readonly #runningWith = new Set<string>();
  #depth = 0;
  #printsTemplate = false;

  constructor(store: Store, library: Library) {
    this.#store = store;
    this.#library = library;
  }

  /** Follows a template that is given something, and says whether it prints a file that is not at hand. */
  run(definition: PlacedDefinition, given: Value, place: ChartPlace): boolean {
    const like = likeness(given);
    const key = like === undefined ? undefined : `${this.#numberOf(definition)} ${like}`;
    const known = key === undefined ? undefined : this.#done.get(key);
    if (known) return known.printsTemplate;
    if (key !== undefined && this.#runningWith.has(key)) return false;
    if (this.#running.filter((one) => one === definition).length >= MAX_RECURSION) {
      return this.#store.spend(given, place);
    }
    const before = this.#printsTemplate;
    this.#printsTemplate = false;
    this.#running.push(definition);
    if (key !== undefined) this.#runningWith.add(key);
    const scope = new Scope(this.#store.now());
    scope.variables.set("", given);
    try {
      const hasChanged = this.#store.changes(() => {
        this.#follow(definition.body, given, { placeOf: definition.placeOf, scopes: [scope] });
      });
      const printsTemplate = this.#printsTemplate;
      if (key !== undefined && !hasChanged) this.#done.set(key, { printsTemplate });
      return printsTemplate;
    } finally {
      this.#printsTemplate = before;
      this.#running.pop();
      if (key !== undefined) this.#runningWith.delete(key);
    }
  }

  #numberOf(definition: PlacedDefinition): number {
    const number = this.#numbers.get(definition) ?? this.#numbers.size;
    this.#numbers.set(definition, number);
    return number;
  }

  #deeper<T>(what: () => T): T {
    if (this.#depth >= MAX_DEPTH) throw new TooMuch();
    this.#depth++;
    try {
      return what();
    } finally {
      this.#depth--;
    }
  }

  #follow(nodes: readonly TemplateNode[], dot: Value, frame: Frame): void {
    this.#deeper(() => {
      for (const node of nodes) this.#followNode(node, dot, frame);
    });
  }

  #followNode(node: TemplateNode, dot: Value, frame: Frame): void {
    this.#store.step();
    switch (node.kind) {
      case "action": {
        const result = this.#pipeline(node.pipeline, dot, frame);
        if (node.pipeline.variables.length > 0) return;
        if (spendResult(result, this.#store)) this.#printsTemplate = true;
        return;
      }
      case "block":
        this.#block(node.branches, dot, frame);
        return;
      case "call": {
        const given = node.pipeline ? this.#pipeline(node.pipeline, dot, frame) : [];
        this.#callNamed([{ kind: "text", text: node.name }], given, frame.placeOf(node), true);
        return;
      }
      case "unread":
        // Helm renders nothing of a chart with a broken template. What lies too deep may read anything.
        if (node.reason === "deep") this.#store.note(this.#store.root, true, frame.placeOf(node));
        for (const named of node.named) {
          const path = named.path.reduce((above, key) => above.at(key), this.#store.root);
          this.#store.note(path, true, frame.placeOf(named));
        }
    }
  }

  #block(branches: readonly Branch[], dot: Value, frame: Frame): void {
    this.#inScope(frame, () => {
      for (const { keyword, pipeline, body } of branches) {
        if (keyword === "range") {
          this.#range(pipeline, body, dot, frame);
          continue;
        }
        const result = pipeline && this.#pipeline(pipeline, dot, frame);
        touchResult(result, this.#store);
        const inside = keyword === "with" ? resultValue(result, this.#store) : dot;
        this.#inScope(frame, () => this.#follow(body, inside, frame));
      }
    });
  }

  #inScope(frame: Frame, what: () => void): void {
    frame.scopes.push(new Scope(this.#store.now()));
    what();
    frame.scopes.pop();
  }

  #range(pipeline: Pipeline | undefined, body: readonly TemplateNode[], dot: Value, frame: Frame): void {
    const result = pipeline ? this.#commands(pipeline, dot, frame) : [];
    const variables = pipeline?.variables ?? [];
    const goThrough = () => {
      for (const { value, place } of result) {
        for (const [key, item] of this.#store.elements(value, place)) {
          this.#inScope(frame, () => {
            const values = variables.length > 1 ? [key, item] : [item];
            for (const [at, name] of variables.entries()) {
              this.#bind(name, values[at] ?? PLAIN, pipeline?.isAssignment ?? false, frame, place);
            }
            this.#follow(body, item, frame);
          });
        }
      }
    };
    if (this.#store.isExact(resultValue(result, this.#store))) goThrough();
    else this.#store.untilStable(goThrough);
  }

  #bind(
    name: string,
    value: Value,
    isAssignment: boolean,
    frame: Frame,
    place: ChartPlace,
    isSure = true,
  ): void {
    const innermost = frame.scopes.at(-1);
    if (!isAssignment) {
      innermost?.variables.set(name, value);
      return;
    }
    const scope = frame.scopes.findLast(({ variables }) => variables.has(name));
    if (!scope) return;
    // Where it is declared in the same block, the variable has nothing else from here on.
    const before = scope === innermost && isSure ? [] : (scope.variables.get(name) ?? []);
    scope.variables.set(name, this.#store.changed(scope, before, value, place));
  }

  /** `isSure`: it is always run, which an argument of `and` is not. */
  #pipeline(pipeline: Pipeline, dot: Value, frame: Frame, isSure = true): Result {
    const result = this.#commands(pipeline, dot, frame);
    const [name] = pipeline.variables;
    if (name !== undefined) {
      const place = frame.placeOf(pipeline);
      this.#bind(name, resultValue(result, this.#store), pipeline.isAssignment, frame, place, isSure);
    }
    return result;
  }

  #commands({ commands }: Pipeline, dot: Value, frame: Frame): Result {
    return this.#deeper(() => {
      let piped: Result | undefined;
      for (const command of commands) piped = this.#command(command, piped, dot, frame);
      return piped ?? [];
    });
  }

  #command(command: Command, piped: Result | undefined, dot: Value, frame: Frame): Result {
    this.#store.step();
    const [first, ...others] = command.operands;
    if (!first) return [];
    const place = frame.placeOf(command);
    const args = others.map((operand) => this.#operand(operand, dot, frame));
    if (piped) args.push(piped);
    if (first.term.kind === "function" && first.fields.length === 0) {
      return this.#function(first.term.value, args, place);
    }
    const result = this.#operand(first, dot, frame);
    if (args.length === 0) return result;
    // A method, such as that of `.Files.Get "name"`. There are none in the values.
    spendResult(result, this.#store);
    for (const arg of args) spendResult(arg, this.#store);
    if (!resultValue(result, this.#store).includes(FILES)) return [{ value: PLAIN, place }];
    const isRead = first.fields.at(-1) === "Get";
    return [{ value: isRead ? this.#store.file(resultValue(args[0], this.#store)) : [FILES], place }];
  }

  #operand({ term, fields, start, end }: Operand, dot: Value, frame: Frame): Result {
    this.#store.step();
    const place = frame.placeOf({ start, end });
    const result = this.#term(term, place, dot, frame);
    if (fields.length === 0) return result;
    let value = resultValue(result, this.#store);
    for (const field of fields) value = this.#store.named(value, field, place);
    this.#store.touch(
      value.filter(({ kind }) => kind === "path"),
      place,
    );
    return [{ value, place }];
  }

  #term(term: Operand["term"], place: ChartPlace, dot: Value, frame: Frame): Result {
    switch (term.kind) {
      case "dot":
        return [{ value: dot, place }];
      case "variable": {
        const scope = frame.scopes.findLast(({ variables }) => variables.has(term.value));
        return [{ value: scope?.variables.get(term.value) ?? PLAIN, place }];
      }
      case "text":
        return [{ value: [{ kind: "text", text: term.value }], place }];
      case "function":
        return this.#function(term.value, [], place);
      case "pipeline":
        return this.#pipeline(term.pipeline, dot, frame, false);
      case "literal": {
        const isIndex = /^(0|[1-9]\d{0,5})$/.test(term.value);
        return [{ value: isIndex ? [{ kind: "index", index: Number(term.value) }] : PLAIN, place }];
      }
    }
  }

  #function(name: string, args: readonly Result[], place: ChartPlace): Result {
    if (name === "include") {
      spendResult(args[0], this.#store);
      const printsTemplate = this.#callNamed(resultValue(args[0], this.#store), args[1] ?? [], place, false);
      return [{ value: printsTemplate ? [FILES] : PLAIN, place }];
    }
    if (name === "tpl")
      return [{ value: this.#tpl(args[0] ?? [], args[1] ?? [], place) ? [FILES] : PLAIN, place }];
    return callFunction(name, { args, place, store: this.#store });
  }

  /** Calls what has one of these names, and says whether it prints a file that is not at hand. */
  #callNamed(names: Value, given: Result, place: ChartPlace, isTemplate: boolean): boolean {
    const { definitions, hasOthers } = this.#library;
    const value = resultValue(given, this.#store);
    const exact = textsOf(names);
    const found = exact
      ? exact.flatMap((name) => definitions.get(name) ?? [])
      : [...definitions].flatMap(([name, those]) => (names.some((atom) => mayBe(atom, name)) ? those : []));
    const isComplete = exact ? exact.every((name) => definitions.has(name)) : !hasOthers && found.length > 0;
    let printsTemplate = !isComplete && spendResult(given, this.#store);
    for (const definition of found) if (this.run(definition, value, place)) printsTemplate = true;
    if (isTemplate && printsTemplate) this.#printsTemplate = true;
    return printsTemplate;
  }

  /** Runs a text as a template, and says whether it prints a file that is not at hand. */
  #tpl(texts: Result, given: Result, place: ChartPlace): boolean {
    const value = resultValue(given, this.#store);
    spendResult(texts, this.#store);
    let printsTemplate = false;
    for (const atom of resultValue(texts, this.#store)) {
      if (atom === FILES || (atom.kind !== "text" && this.#store.hasForeign)) {
        this.#store.spend(value, place);
        printsTemplate = true;
        continue;
      }
      if (atom.kind !== "text") this.#openTo(value, place);
      for (const template of this.#templatesOf(atom, place)) {
        if (this.run(template, value, place)) printsTemplate = true;
      }
    }
    return printsTemplate;
  }

  /** A text of the values reads what its author wants of what `tpl` is given. */
  #openTo(given: Value, place: ChartPlace): void {
    this.#store.spend(given, place, () => {
      this.dynamic = true;
    });
  }

  #templatesOf(atom: Atom, place: ChartPlace): readonly PlacedDefinition[] {
    if (atom.kind === "text") return [this.#library.read(atom.text, place)];
    return this.#library.given(atom.kind === "path" ? atom.segments : undefined);
  }
}

function mayBe(atom: Atom, name: string): boolean {
  if (atom.kind === "text") return atom.text === name;
  if (atom.kind !== "pattern") return true;
  const { prefix, suffix } = atom;
  return name.length >= prefix.length + suffix.length && name.startsWith(prefix) && name.endsWith(suffix);
}
