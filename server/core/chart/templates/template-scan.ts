import type { ChartTexts } from "../chart.ts";
import type { ChartPlace } from "../chart-place.ts";
import type { TemplateCalls } from "./template-functions.ts";
import { ANY_KEY, Branch, type FaultPlace, TemplateReads } from "./template-reads.ts";
import { MOST_REFS, TooMuch, type ValueRef, ValueRefs } from "./template-refs.ts";
import { type Body, runTemplate } from "./template-run.ts";
import { type ChartSource, chartSources } from "./template-sources.ts";
import { readTemplate, type TemplateText } from "./template-text.ts";

/** Steps that a scan may take, and that it may take for each character of the templates. */
const STEPS = 100_000;
const STEPS_PER_CHARACTER = 4;

/**
 * Finds out which values the templates of a chart and of the charts below it name, and where: `.Values.a.b`, also by `with`, `range`,
 * variables, literal keys, and helpers with their arguments. Nothing is rendered. If a template does anything else with a value, all
 * below it counts as read, so that a key that is not read has no effect on the objects that Helm renders. The time is bounded by the
 * size of the templates: a scan that takes longer counts everything as read.
 */
export function templateReads(texts: ChartTexts): TemplateReads {
  return new Scan(texts).reads();
}

class Scan implements TemplateCalls {
  readonly #root = new Branch();
  readonly #definitions = new Map<string, Body[]>();
  readonly #templates: { readonly body: Body; readonly chart: ChartSource }[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #started = new Map<Body, Set<string>>();
  readonly #any = new Set<string>();
  readonly #all: Body[] = [];
  readonly #inText = new Map<string, Body>();
  readonly #tpl = new Map<Branch, Set<Branch>>();
  readonly #faults: FaultPlace[] = [];
  readonly #charts: readonly [ChartSource, ...ChartSource[]];
  readonly #refs: ValueRefs;

  constructor(texts: ChartTexts) {
    this.#charts = chartSources(texts, this.#root);
    // A chart that is used several times is read once.
    const read = new Map<string, TemplateText>();
    let size = 0;
    for (const chart of this.#charts) {
      for (const [file, name] of chart.templates) {
        const text = texts.get(file) ?? "";
        const template = read.get(file) ?? readTemplate(text);
        if (!read.has(file)) size += text.length;
        read.set(file, template);
        this.#add(template, file, name, chart);
      }
    }
    this.#refs = new ValueRefs(this.#charts, STEPS + size * STEPS_PER_CHARACTER);
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
    return new TemplateReads(this.#root, [...this.#tpl.keys()], this.#faults, this.#charts[0].below);
  }

  #runAll(): void {
    for (const { body, chart } of this.#templates) {
      const isPartial = /(?:^|\/)_[^/]*$/.test(body.placeOf(0, 0).file);
      if (!isPartial && !chart.isLibrary) this.#start(body, [this.#refs.contextOf(chart.branch)]);
    }
    const [main] = this.#charts;
    if (!main?.isLibrary) return;
    const files = new Set(this.#templates.map(({ body }) => body));
    for (const body of this.#all)
      if (!files.has(body)) this.#start(body, [this.#refs.contextOf(main.branch)]);
  }

  /** Runs all waiting templates, and the texts of the chart's values that they run through `tpl`, until none are left. */
  #finish(): void {
    const done = new Set<string>();
    for (;;) {
      for (let next = this.#waiting.pop(); next; next = this.#waiting.pop()) next();
      for (const chart of this.#charts) {
        for (const { text, place, path } of chart.valueTexts()) {
          const contexts = new Set(
            branchesTo(chart.branch, path).flatMap((branch) => [...(this.#tpl.get(branch) ?? [])]),
          );
          for (const context of contexts) {
            const id = `${context.id} ${place.file}:${place.start}`;
            if (done.has(id)) continue;
            done.add(id);
            this.#start(this.#bodyOf(text, place), [this.#refs.contextOf(context)]);
          }
        }
      }
      if (this.#waiting.length === 0) return;
    }
  }

  #add(template: TemplateText, file: string, name: string, chart: ChartSource): void {
    const placeOf = (start: number, end: number) => ({ file, start, end });
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

  /** A text of the values as a template. All of its reads have one place. */
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

  #start(body: Body, given: readonly ValueRef[]): void {
    const key = this.#refs.keyOf(given);
    const started = this.#started.get(body) ?? new Set();
    this.#started.set(body, started);
    if (started.has(key)) return;
    started.add(key);
    this.#waiting.push(() => runTemplate(body, given, this.#refs, this));
  }

  /** Calls the templates with one of these names; unknown names may call any template. */
  call(names: readonly ValueRef[], given: readonly ValueRef[], place: ChartPlace): void {
    for (const name of names) {
      const found = name.kind === "text" ? this.#definitions.get(name.text) : undefined;
      for (const body of found ?? []) this.#start(body, given);
      if (found) continue;
      const start = name.kind === "start" ? name.text : "";
      const isContext = name.kind !== "text" && given.every(({ kind }) => kind === "context");
      const id = `${this.#refs.keyOf(given)} ${start}`;
      if (!isContext) this.#refs.markUsed(given, place);
      else if (!this.#any.has(id)) {
        this.#any.add(id);
        this.#refs.step(this.#all.length);
        for (const [known, bodies] of this.#definitions)
          if (known.startsWith(start)) for (const body of bodies) this.#start(body, given);
      }
    }
  }

  /** Runs texts as templates. A text of the values can read anything; the text that the chart itself has there is scanned. */
  runTexts(texts: readonly ValueRef[], given: readonly ValueRef[], place: ChartPlace): void {
    for (const text of texts) {
      if (text.kind === "text") {
        this.#refs.step(text.text.length);
        this.#start(this.#bodyOf(text.text, place), given);
      } else if (text.kind === "values" || text.kind === "made") {
        text.branch.read(place, true);
        for (const ref of given) {
          if (ref.kind !== "context") this.#refs.markUsed([ref], place);
          else this.#tpl.set(text.branch, (this.#tpl.get(text.branch) ?? new Set()).add(ref.branch));
        }
      } else if (text.kind === "unknown" || text.kind === "start") this.#refs.markUsed(given, place);
    }
  }
}

/** The part of the values at a path, with all parts above it and those that stand for any key. */
function branchesTo(from: Branch, path: readonly string[]): readonly Branch[] {
  let level = [from];
  const all = [from];
  for (const key of path) {
    level = level
      .flatMap(({ below }) => [below.get(key), below.get(ANY_KEY)])
      .filter((branch) => branch !== undefined);
    for (const each of level.slice(0, MOST_REFS)) all.push(each);
    if (level.length > MOST_REFS) return all;
  }
  return all;
}
