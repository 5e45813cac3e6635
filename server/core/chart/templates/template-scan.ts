import type { ChartPlace, ChartTexts } from "../chart.ts";
import { ANY, Branch, type FaultPlace, type ProvenType, TemplateReads } from "./template-reads.ts";
import { type ChartSource, chartSources } from "./template-sources.ts";
import { type Action, keywordOf, readTemplate, type TemplateText, type Token } from "./template-text.ts";

/** What an expression may give, as far as it has to do with the values. */
type Ref =
  | { readonly kind: "values" | "context" | "charts" | "made"; readonly at: Branch }
  | { readonly kind: "map"; readonly entries: ReadonlyMap<string, readonly Ref[]>; isSpent: boolean }
  /** A text, or one of which only the start is known. */
  | { readonly kind: "text" | "start"; readonly text: string }
  | { readonly kind: "number" | "boolean" | "files" | "get" | "unknown" };

/** With the expression that names it. */
interface Item {
  readonly ref: Ref;
  readonly start: number;
  readonly end: number;
}

/** A stretch of a template that is run with something. */
interface Body {
  readonly template: TemplateText;
  readonly from: number;
  readonly to: number;
  readonly placeOf: (start: number, end: number) => ChartPlace;
}

const UNKNOWN: Ref = { kind: "unknown" };
const NUMBER: Ref = { kind: "number" };
const BOOLEAN: Ref = { kind: "boolean" };
const FILES: Ref = { kind: "files" };
const GET: Ref = { kind: "get" };

/** Steps that a scan may take, and that it may take for each character of the templates. */
const STEPS = 100_000;
const STEPS_PER_CHARACTER = 4;
/** What one expression may give that is told apart, texts among it, and how deep its parentheses are. */
const MOST = 32;
const LONGEST_TEXT = 1000;
const DEEPEST = 100;
/** Loops in loops that are gone through item by item. */
const MOST_LOOPS = 8;

class TooMuch extends Error {}

/**
 * Finds out which values the templates of a chart and of the charts below it name, and where: `.Values.a.b`, also by `with`, `range`,
 * variables, literal keys, and helpers with what they are given. Nothing is rendered. Where a template does anything else with a value,
 * all below it counts as read, so that a key that is not read has no effect on what Helm renders. Ends in time that grows with the size
 * of the templates: what is not done by then counts as reading everything.
 */
export function templateReads(texts: ChartTexts): TemplateReads {
  return new Scan(texts).reads();
}

class Scan {
  readonly #root = new Branch();
  readonly #texts: ChartTexts;
  readonly #definitions = new Map<string, Body[]>();
  readonly #templates: { readonly body: Body; readonly chart: ChartSource }[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #started = new Map<Body, Set<string>>();
  readonly #any = new Set<string>();
  readonly #all: Body[] = [];
  readonly #inText = new Map<string, Body>();
  readonly #refs = new Map<string, Ref>();
  readonly #ids = new Map<Ref, number>();
  readonly #tpl = new Map<Branch, Set<Branch>>();
  readonly #faults: FaultPlace[] = [];
  readonly #charts: readonly ChartSource[];
  #steps: number;

  constructor(texts: ChartTexts) {
    this.#texts = texts;
    this.#charts = chartSources(texts, this.#root);
    let size = 0;
    for (const chart of this.#charts) {
      for (const [file, name] of chart.templates) {
        const text = texts.get(file) ?? "";
        size += text.length;
        this.#add(text, file, name, chart);
      }
    }
    this.#steps = STEPS + size * STEPS_PER_CHARACTER;
  }

  reads(): TemplateReads {
    const start: ChartPlace = { file: "values.yaml", start: 0, end: 0 };
    try {
      this.#runAll();
      this.#finish();
    } catch (error) {
      if (!(error instanceof TooMuch)) throw error;
      this.#root.read(this.#templates[0]?.body.placeOf(0, 0) ?? start, true);
    }
    return new TemplateReads(this.#root, [...this.#tpl.keys()], this.#faults);
  }

  #runAll(): void {
    for (const { body, chart } of this.#templates) {
      const isPartial = /(?:^|\/)_[^/]*$/.test(body.placeOf(0, 0).file);
      if (!isPartial && !chart.isLibrary) this.#start(body, [this.contextOf(chart.at)]);
    }
    const [own] = this.#charts;
    if (!own?.isLibrary) return;
    const files = new Set(this.#templates.map(({ body }) => body));
    for (const body of this.#all) if (!files.has(body)) this.#start(body, [this.contextOf(own.at)]);
  }

  /** Runs what is waiting, and the texts of the chart that it runs through `tpl`, until there is nothing more. */
  #finish(): void {
    const done = new Set<string>();
    for (;;) {
      for (let next = this.#waiting.pop(); next; next = this.#waiting.pop()) next();
      for (const chart of this.#charts) {
        for (const { text, place, path } of chart.valueTexts()) {
          const contexts = new Set(
            branchesTo(chart.at, path).flatMap((at) => [...(this.#tpl.get(at) ?? [])]),
          );
          for (const context of contexts) {
            const id = `${this.#idOf(this.contextOf(context))} ${place.file}:${place.start}`;
            if (done.has(id)) continue;
            done.add(id);
            this.#start(this.#bodyOf(text, place), [this.contextOf(context)]);
          }
        }
      }
      if (this.#waiting.length === 0) return;
    }
  }

  #add(text: string, file: string, name: string, chart: ChartSource): void {
    const placeOf = (start: number, end: number) => ({ file, start, end });
    const template = readTemplate(text);
    const { fault } = template;
    if (fault) {
      this.#faults.push({ file, ...fault });
      // Helm renders nothing of such a chart, so nothing is known to be without effect.
      this.#root.read(placeOf(fault.start, fault.end), true);
    }
    const whole = { template, from: 0, to: template.actions.length, placeOf };
    this.#define(name, whole);
    this.#templates.push({ body: whole, chart });
    for (const { name: defined, from, to } of template.definitions)
      this.#define(defined, { template, from, to, placeOf });
  }

  #define(name: string, body: Body): void {
    const known = this.#definitions.get(name);
    if (known) known.push(body);
    else this.#definitions.set(name, [body]);
    this.#all.push(body);
  }

  /** A text that is a template of its own. All that it reads is read at one place. */
  #bodyOf(text: string, place: ChartPlace): Body {
    const id = `${place.file}:${place.start} ${text}`;
    const known = this.#inText.get(id);
    if (known) return known;
    const template = readTemplate(text);
    const body = { template, from: 0, to: template.actions.length, placeOf: () => place };
    this.#inText.set(id, body);
    if (template.fault) this.#root.read(place, true);
    for (const { name, from, to } of template.definitions)
      this.#define(name, { template, from, to, placeOf: () => place });
    return body;
  }

  #start(body: Body, given: readonly Ref[]): void {
    const key = this.#keyOf(given);
    const started = this.#started.get(body) ?? new Set();
    this.#started.set(body, started);
    if (started.has(key)) return;
    started.add(key);
    this.#waiting.push(() => new Run(this, body, given).go());
  }

  /** Calls what has one of these names; if they are not known, anything may be called. */
  call(names: readonly Ref[], given: readonly Ref[], place: ChartPlace): void {
    for (const name of names) {
      const found = name.kind === "text" ? this.#definitions.get(name.text) : undefined;
      for (const body of found ?? []) this.#start(body, given);
      if (found) continue;
      const start = name.kind === "start" ? name.text : "";
      const isContext = name.kind !== "text" && given.every(({ kind }) => kind === "context");
      const id = `${this.#keyOf(given)} ${start}`;
      if (!isContext) this.spend(given, place);
      else if (!this.#any.has(id)) {
        this.#any.add(id);
        this.step(this.#all.length);
        for (const [known, bodies] of this.#definitions)
          if (known.startsWith(start)) for (const body of bodies) this.#start(body, given);
      }
    }
  }

  /** Runs texts as templates. A text of the values can read anything; what the chart itself has there is looked at. */
  runTexts(texts: readonly Ref[], given: readonly Ref[], place: ChartPlace): void {
    for (const text of texts) {
      if (text.kind === "text") {
        this.step(text.text.length);
        this.#start(this.#bodyOf(text.text, place), given);
      } else if (text.kind === "values" || text.kind === "made") {
        text.at.read(place, true);
        for (const one of given) {
          if (one.kind !== "context") this.spend([one], place);
          else this.#tpl.set(text.at, (this.#tpl.get(text.at) ?? new Set()).add(one.at));
        }
      } else if (text.kind === "unknown" || text.kind === "start") this.spend(given, place);
    }
  }

  step(count = 1): void {
    this.#steps -= count;
    if (this.#steps < 0) throw new TooMuch();
  }

  /** Notes that all of something is read. */
  spend(refs: readonly Ref[], place: ChartPlace): void {
    for (const ref of refs) {
      if (ref.kind === "values" || ref.kind === "context") ref.at.read(place, true);
      if (ref.kind !== "map" || ref.isSpent) continue;
      ref.isSpent = true;
      for (const entry of ref.entries.values()) this.spend(entry, place);
    }
  }

  /** What something has under a key; `ANY` stands for a key that is not known. */
  field(refs: readonly Ref[], key: string): readonly Ref[] {
    return union(refs.map((ref) => this.#fieldOf(ref, key)));
  }

  #fieldOf(ref: Ref, key: string): readonly Ref[] {
    switch (ref.kind) {
      case "values":
        return [this.#refOf("values", ref.at.at(key))];
      case "context":
        return this.#ofContext(ref.at, key);
      case "charts":
        return [this.contextOf(ref.at.at(key))];
      case "map":
        return key === ANY
          ? union([...ref.entries.values()])
          : (ref.entries.get(key) ?? ref.entries.get(ANY) ?? []);
      case "files":
        return [key === "Get" ? GET : UNKNOWN];
      case "unknown":
        return [UNKNOWN];
      default:
        return [];
    }
  }

  #ofContext(at: Branch, key: string): readonly Ref[] {
    const { name = "", path = "" } = this.#charts.find((chart) => chart.at === at) ?? {};
    switch (key) {
      case "Values":
        return [this.#refOf("values", at)];
      case "Files":
        return [FILES];
      case "Subcharts":
        return [this.#refOf("charts", at)];
      case "Chart":
        return [
          this.mapOf([
            ["Name", [this.textOf(name)]],
            [ANY, [UNKNOWN]],
          ]),
        ];
      case "Template":
        return [
          this.mapOf([
            ["BasePath", [this.textOf(`${path}/templates`)]],
            [ANY, [UNKNOWN]],
          ]),
        ];
      default:
        // A key that is not known may be any of these.
        if (key === ANY) this.spend([this.contextOf(at)], { file: "Chart.yaml", start: 0, end: 0 });
        return [UNKNOWN];
    }
  }

  contextOf(at: Branch): Ref {
    return this.#refOf("context", at);
  }

  /** A text of what is in the values. */
  madeOf(at: Branch): Ref {
    return this.#refOf("made", at);
  }

  textOf(text: string): Ref {
    return this.#kept(`text ${text}`, () => ({ kind: "text", text }));
  }

  startOf(text: string): Ref {
    return this.#kept(`start ${text}`, () => ({ kind: "start", text }));
  }

  mapOf(entries: readonly (readonly [string, readonly Ref[]])[]): Ref {
    this.step(entries.length);
    const id = entries.map(([key, refs]) => `${JSON.stringify(key)}:${this.#keyOf(refs)}`).join(" ");
    return this.#kept(`map ${id}`, () => ({ kind: "map", entries: new Map(entries), isSpent: false }));
  }

  /** The text of a file of the chart. */
  fileOf(name: Ref | undefined): Ref {
    const text = name?.kind === "text" ? this.#texts.get(name.text) : undefined;
    return text === undefined ? UNKNOWN : this.textOf(text);
  }

  #refOf(kind: "values" | "context" | "charts" | "made", at: Branch): Ref {
    return this.#kept(`${kind} ${at.id}`, () => ({ kind, at }));
  }

  #kept(id: string, make: () => Ref): Ref {
    const known = this.#refs.get(id) ?? make();
    this.#refs.set(id, known);
    return known;
  }

  #idOf(ref: Ref): number {
    const id = this.#ids.get(ref) ?? this.#ids.size;
    this.#ids.set(ref, id);
    return id;
  }

  #keyOf(refs: readonly Ref[]): string {
    return refs.map((ref) => this.#idOf(ref)).join(",");
  }
}

/** A part of the values that is reached by a path, with all that is above it and all that stands for any key. */
function branchesTo(from: Branch, path: readonly string[]): readonly Branch[] {
  let at = [from];
  const all = [from];
  for (const key of path) {
    at = at.flatMap(({ below }) => [below.get(key), below.get(ANY)]).filter((one) => one !== undefined);
    all.push(...at.slice(0, MOST));
    if (at.length > MOST) return all;
  }
  return all;
}

function union(all: readonly (readonly Ref[])[]): readonly Ref[] {
  return all.length === 1 ? (all[0] ?? []) : [...new Set(all.flat())];
}

/** What a variable or the dot is in a block, until that ends. */
interface Block {
  readonly dot: readonly Ref[];
  readonly names: string[];
}

/** One template that is given something. */
class Run {
  readonly #scan: Scan;
  readonly #body: Body;
  readonly #variables = new Map<string, (readonly Ref[])[]>();
  readonly #blocks: Block[];
  /** Names of variables that get other values later on. */
  readonly #assigned = new Set<string>();
  #dot: readonly Ref[];
  /** What begins each turn of the loop that was opened last, if it is one over a literal list. */
  #loop: readonly (() => void)[] = [];
  #loops = 0;
  #tokens: readonly Token[] = [];
  #at = 0;

  constructor(scan: Scan, body: Body, given: readonly Ref[]) {
    this.#scan = scan;
    this.#body = body;
    this.#dot = given;
    this.#blocks = [{ dot: given, names: [] }];
    this.#variables.set("", [given]);
  }

  go(): void {
    const { template, from, to } = this.#body;
    for (let number = from; number < to; number++) {
      const { tokens } = template.actions[number] as Action;
      for (const [at, token] of tokens.entries())
        if (token.value === "=" && token.kind === "sign") this.#assigned.add(tokens[at - 1]?.value ?? "");
    }
    this.#through(from, to);
  }

  #through(from: number, to: number): void {
    for (let number = from; number < to; number++) {
      const action = this.#body.template.actions[number] as Action;
      this.#scan.step(1 + action.tokens.length);
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
      this.#through(from, to);
      this.#close();
      this.#blocks.push({ dot: this.#dot, names: [] });
    }
    this.#close();
    this.#loops--;
  }

  #follow(action: Action): void {
    this.#tokens = action.tokens;
    this.#at = 0;
    const keyword = keywordOf(action);
    if (keyword !== "" && keyword !== "include") this.#at = 1;
    switch (keyword) {
      case "define":
      case "break":
      case "continue":
        return;
      case "block":
      case "template": {
        const name = this.#next();
        const names = name?.kind === "string" ? [this.#scan.textOf(name.value)] : [UNKNOWN];
        const given = this.#at < this.#tokens.length ? refsOf(this.#pipeline(0)) : [];
        this.#scan.call(names, given, this.#place(action));
        return;
      }
      case "if":
      case "with":
      case "range":
        this.#blocks.push({ dot: this.#dot, names: [] });
        this.#open(keyword);
        return;
      case "else": {
        const { dot } = this.#blocks.at(-1) ?? { dot: [] };
        this.#dot = dot;
        const inner = this.#next()?.value;
        if (inner === "if" || inner === "with") this.#open(inner);
        return;
      }
      case "end":
        this.#close();
        return;
      default:
        this.#at = 0;
        this.#print(this.#pipeline(0));
    }
  }

  #print(result: readonly Item[]): void {
    // An action that sets a variable prints nothing.
    if (this.#tokens[0]?.kind === "variable" && /^:?=$/.test(this.#tokens[1]?.value ?? "")) return;
    this.#spend(result);
  }

  #open(keyword: "if" | "with" | "range"): void {
    this.#loop = [];
    const start = this.#at;
    const first = this.#tokens[start];
    const second = this.#tokens[start + 1];
    const isPair = keyword === "range" && first?.kind === "variable" && second?.value === ",";
    const key = isPair ? first.value : undefined;
    if (isPair) this.#at += 2;
    const named = this.#tokens[this.#at];
    const isNamed = named?.kind === "variable" && /^:?=$/.test(this.#tokens[this.#at + 1]?.value ?? "");
    if (keyword !== "range") {
      const result = this.#pipeline(0);
      this.#touch(result);
      if (keyword === "with") this.#dot = refsOf(result);
      return;
    }
    if (isNamed) this.#at += 2;
    const isAssignment = isNamed && this.#tokens[this.#at - 1]?.value === "=";
    const over = this.#pipeline(0);
    const turn = (keys: readonly Ref[], items: readonly Ref[]) => () => {
      this.#dot = items;
      if (key !== undefined) this.#bind(key, keys, false);
      if (isNamed) this.#bind(named.value, items, isAssignment);
    };
    const [only] = over;
    this.#loop =
      over.length === 1 && only?.ref.kind === "map"
        ? Array.from(only.ref.entries, ([name, items]) => turn([this.#scan.textOf(name)], items))
        : [];
    const items = this.#items(over);
    this.#touch(items);
    turn(this.#keysOf(over), refsOf(items))();
  }

  #items(over: readonly Item[]): readonly Item[] {
    this.#spend(over.filter(({ ref }) => ref.kind === "context"));
    return over.flatMap((item) => this.#scan.field([item.ref], ANY).map((ref) => ({ ...item, ref })));
  }

  #keysOf(over: readonly Item[]): readonly Ref[] {
    const keys = over.flatMap(({ ref }) =>
      ref.kind === "map" ? [...ref.entries.keys()].map((key) => this.#scan.textOf(key)) : [UNKNOWN],
    );
    return this.#bounded(keys, 0, 0);
  }

  #close(): void {
    const block = this.#blocks.pop();
    if (!block) return;
    this.#dot = block.dot;
    for (const name of block.names) this.#variables.get(name)?.pop();
  }

  /** What is assigned later may have been read before, in a loop, so all of it counts as read. */
  #bind(name: string, refs: readonly Ref[], isAssignment: boolean): void {
    const values = this.#variables.get(name) ?? [];
    this.#variables.set(name, values);
    const known = this.#assigned.has(name)
      ? refs.map((ref) => (ref.kind === "text" || ref.kind === "map" ? UNKNOWN : ref))
      : refs;
    if (this.#assigned.has(name)) this.#spendRefs(refs.filter(({ kind }) => kind === "map"));
    if (isAssignment) this.#spendRefs(refs);
    else {
      values.push(known);
      this.#blocks.at(-1)?.names.push(name);
      return;
    }
    const last = values.pop() ?? [];
    values.push(this.#bounded(union([last, known]), 0, 0));
  }

  #next(): Token | undefined {
    return this.#tokens[this.#at++];
  }

  #take(sign: string): boolean {
    const token = this.#tokens[this.#at];
    if (token?.kind !== "sign" || token.value !== sign) return false;
    this.#at++;
    return true;
  }

  #pipeline(depth: number): readonly Item[] {
    if (depth > DEEPEST) throw new TooMuch();
    const [name, sign] = [this.#tokens[this.#at], this.#tokens[this.#at + 1]];
    const isBinding = name?.kind === "variable" && sign?.kind === "sign" && /^:?=$/.test(sign.value);
    if (isBinding) this.#at += 2;
    let result: readonly Item[] = [];
    let isFirst = true;
    do {
      result = this.#command(isFirst ? undefined : result, depth);
      isFirst = false;
    } while (this.#take("|"));
    if (isBinding) this.#bind(name.value, refsOf(result), sign.value === "=");
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
    const [head = [], ...others] = parts;
    if (name !== undefined) return this.#bound(this.#function(name, parts, first.start, end));
    if (parts.length < 2) return this.#bound(head);
    // A method, such as that of `.Files.Get "name"`.
    for (const other of others) this.#spend(other);
    this.#spend(head);
    const isGet = head.length === 1 && head[0]?.ref === GET;
    return [{ ref: isGet ? this.#scan.fileOf(others[0]?.[0]?.ref) : UNKNOWN, start: first.start, end }];
  }

  #operand(depth: number): readonly Item[] {
    const token = this.#next() as Token;
    let refs = this.#term(token, depth);
    let { end } = this.#tokens[this.#at - 1] ?? token;
    let isNamed = token.kind === "field";
    for (
      let field = this.#tokens[this.#at];
      field?.kind === "field" && field.start === end;
      field = this.#tokens[this.#at]
    ) {
      refs = this.#scan.field(refs, field.value);
      isNamed = true;
      end = field.end;
      this.#at++;
    }
    const items = refs.map((ref) => ({ ref, start: token.start, end }));
    if (isNamed) this.#touch(items);
    return items;
  }

  #term(token: Token, depth: number): readonly Ref[] {
    switch (token.kind) {
      case "dot":
        return this.#dot;
      case "field":
        return this.#scan.field(this.#dot, token.value);
      case "variable":
        return this.#variables.get(token.value)?.at(-1) ?? [];
      case "string":
        return [this.#scan.textOf(token.value)];
      case "number":
        return [NUMBER];
      case "word":
        if (CONSTANTS.has(token.value)) return token.value === "nil" ? [] : [BOOLEAN];
        return refsOf(this.#function(token.value, [], token.start, token.end));
      case "sign": {
        const result = this.#pipeline(depth + 1);
        if (!this.#take(")")) throw new TooMuch();
        return refsOf(result);
      }
    }
  }

  #function(name: string, args: readonly (readonly Item[])[], start: number, end: number): readonly Item[] {
    const refs = args.map(refsOf);
    const [first = [], second = []] = refs;
    const last = refs.at(-1) ?? [];
    const given = (found: readonly Ref[]) => found.map((ref) => ({ ref, start, end }));
    const place = this.#placeOf(start, end);
    this.#prove(name, args);
    const must = /^must[A-Z]/.test(name) ? name.charAt(4).toLowerCase() + name.slice(5) : name;
    switch (must) {
      case "include":
        this.#scan.call(first, second, place);
        return given([UNKNOWN]);
      case "tpl":
        this.#scan.runTexts(first, second, place);
        return given([UNKNOWN]);
      case "default":
      case "coalesce":
      case "and":
      case "or":
        for (const arg of args) this.#touch(arg);
        return args.flat();
      case "required":
        return args.at(-1) ?? [];
      case "ternary":
        this.#touch(args[2] ?? []);
        return args.slice(0, 2).flat();
      case "not":
      case "empty":
      case "kindOf":
      case "typeOf":
        for (const arg of args) this.#touch(arg);
        return [];
      case "kindIs":
        this.#touch(args[1] ?? []);
        return [];
      case "deepCopy":
      case "omit":
      case "unset":
        for (const arg of args.slice(1)) this.#spend(arg);
        return args[0] ?? [];
      case "set":
        // What is in it from then on is found by a key that may be any.
        for (const arg of args.slice(1)) this.#spend(arg);
        return args[0] ?? [];
      case "merge":
      case "mergeOverwrite": {
        // Mappings are put into the result as they are, and what comes later is written into them.
        const isFresh = args[0]?.every(({ ref }) => ref.kind === "map" && ref.entries.size === 0);
        for (const arg of args.slice(isFresh ? 2 : 1)) this.#spend(arg);
        return args.flat();
      }
      case "dict": {
        const keys = refs
          .filter((_, at) => at % 2 === 0)
          .map(([key]) => (key?.kind === "text" ? key.text : ANY));
        return given([this.#scan.mapOf(keys.map((key, at) => [key, refs[at * 2 + 1] ?? []]))]);
      }
      case "list":
      case "tuple":
        return given([this.#scan.mapOf(refs.map((item, at) => [String(at), item]))]);
      case "pick":
        return given([
          this.#scan.mapOf(
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
          this.#scan.mapOf(
            refs
              .slice(1)
              .map((from, at) => [String(at), refsOf(this.#stepped(given(this.#down(from, [first]))))]),
          ),
        ]);
      case "first":
      case "last":
        return this.#stepped(given(first.flatMap((ref) => this.#scan.field([ref], endOf(ref, must)))));
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
    for (const arg of args) this.#spend(arg);
    const made = args.flat().flatMap(({ ref }) => {
      if (ref.kind === "values") return [this.#scan.madeOf(ref.at)];
      if (ref.kind === "made" || ref.kind === "unknown") return [ref];
      return ref.kind === "context" || ref.kind === "start" ? [UNKNOWN] : [];
    });
    return made.length > 0 ? union([made]) : [UNKNOWN];
  }

  #stepped(items: readonly Item[]): readonly Item[] {
    this.#touch(items);
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
    for (const arg of args.slice(1)) this.#spend(arg);
    let at = from;
    for (const key of keys) {
      this.#spendRefs(key);
      // The context has no items with numbers.
      if (key.every(({ kind }) => kind === "number")) at = at.filter(({ kind }) => kind !== "context");
      at = this.#bounded(union(this.#keysIn(key).map((one) => this.#scan.field(at, one))), 0, 0);
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
        return texts.length === 1 && start !== "" ? [this.#scan.startOf(start)] : made;
      }
      texts = texts.flatMap((before) => ref.map((one) => (one.kind === "text" ? before + one.text : "")));
      if (texts.length > MOST || texts.some(({ length }) => length > LONGEST_TEXT)) return this.#made(args);
    }
    return texts.map((text) => this.#scan.textOf(text));
  }

  /** Only `%s`, one after the other, is followed. */
  #formatted(args: readonly (readonly Item[])[], refs: readonly (readonly Ref[])[]): readonly Ref[] {
    const [format] = refs[0] ?? [];
    const parts = format?.kind === "text" ? format.text.split("%s") : [];
    if (parts.length !== refs.length || parts.some((part) => part.includes("%"))) return this.#made(args);
    const all = parts.flatMap((part, at) => [
      [this.#scan.textOf(part)],
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

  #bound(items: readonly Item[]): readonly Item[] {
    if (items.length <= MOST) return items;
    this.#spend(items);
    const { start = 0, end = 0 } = items[0] ?? {};
    return [{ ref: UNKNOWN, start, end }];
  }

  #bounded(refs: readonly Ref[], start: number, end: number): readonly Ref[] {
    return refsOf(this.#bound(refs.map((ref) => ({ ref, start, end }))));
  }

  #spend(items: readonly Item[]): void {
    for (const { ref, start, end } of items) {
      this.#scan.step();
      this.#scan.spend([ref], this.#placeOf(start, end));
    }
  }

  #spendRefs(refs: readonly Ref[]): void {
    const [first] = this.#tokens;
    this.#spend(refs.map((ref) => ({ ref, start: first?.start ?? 0, end: this.#tokens.at(-1)?.end ?? 0 })));
  }

  #touch(items: readonly Item[]): void {
    for (const { ref, start, end } of items) {
      this.#scan.step();
      // All values are only read as a whole.
      if (ref.kind === "values" && ref.at.depth > 0) ref.at.read(this.#placeOf(start, end), false);
    }
  }

  #placeOf(start: number, end: number): ChartPlace {
    return this.#body.placeOf(start, end);
  }

  #place({ start, end }: Action): ChartPlace {
    return this.#placeOf(start, end);
  }
}

/** The key of the first or the last item of a list. */
function endOf(ref: Ref, end: "first" | "last"): string {
  return (ref.kind === "map" ? [...ref.entries.keys()].at(end === "first" ? 0 : -1) : undefined) ?? ANY;
}

const CONSTANTS = new Set(["true", "false", "nil"]);

function refsOf(items: readonly Item[]): readonly Ref[] {
  return items.map(({ ref }) => ref);
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
