import type { KeyTrials, LanguageService, Trial } from "../../core/language-service.ts";
import {
  type FieldChange,
  fieldId,
  objectCount,
  objectId,
  type RenderedObject,
} from "../../core/rendered/rendered-object.ts";
import { type Rendering, renderingChanges } from "../../core/rendered/rendering.ts";
import type { HelmComplaint } from "../../core/values/helm-verdict.ts";
import type { ReleaseStack } from "../../core/values/release-stack.ts";
import { groupBy } from "../../core/yaml/group-by.ts";
import { isAtOrBelow, keyText } from "../../core/yaml/key-path.ts";
import { keepLast } from "../../core/yaml/memo.ts";
import type { Path } from "../../core/yaml/tree.ts";
import { apart, groupsOf, halves } from "./key-groups.ts";
import type { NotRendered, Renderings } from "./renderings.ts";

/** The fields that a key makes: found by giving the key another value, and comparing what Helm renders. */
export interface Trace {
  readonly path: Path;
  /** The value of the key; absent if it is not set. */
  readonly value?: unknown;
  /** The other value that was tried; absent if Helm rejects every one. */
  readonly tried?: unknown;
  /** The empty mapping or list that was also tried. The changes are those of both. */
  readonly alsoTried?: unknown;
  readonly changes: readonly FieldChange[];
  /** The number of fields that are different each time that Helm renders, so that it is not known what makes them. */
  readonly unstable: number;
  /** Keys, with their values, because of which the key makes nothing. */
  readonly because: readonly { readonly path: Path; readonly value: unknown }[];
  /** Helm's complaints, if it rejects every other value. */
  readonly complaints: readonly HelmComplaint[];
}

/** The result of a trace, for all who put it in words. */
export interface Outcome {
  /** The fields that are there because of the key. */
  readonly made: readonly FieldChange[];
  /** The number of objects that have these fields. */
  readonly objects: number;
  /** The reason why there are none, if it is known: a key with its value. */
  readonly reason?: Trace["because"][number];
}

/** The result of a trace; `undefined` if it is not known, because Helm rejects every other value. */
export function outcomeOf({ tried, changes, because: [reason] }: Trace): Outcome | undefined {
  if (tried === undefined) return undefined;
  const made = changes.filter(({ before }) => before !== undefined);
  return { made, objects: objectCount(made), ...(made.length === 0 && reason && { reason }) };
}

/** The keys that make a field. */
export interface Reasons {
  readonly object: RenderedObject;
  readonly keys: readonly Trace[];
  /** The number of keys that were tried. */
  readonly tried: number;
  /** Set if the field, or one below it, is different each time that Helm renders, so that it is not known what makes it. */
  readonly isUnstable?: true;
}

/** The maximum number of stacks whose traces are remembered, and of keys of each. */
const MOST_KEPT = 10;
const MOST_KEYS = 100;

/** The maximum number of switched-off or empty keys that are tried as the reason why another one makes nothing. */
const MOST_SWITCHES = 8;

/** Measures which key makes which field. Each question costs some runs of Helm, one after the other; nothing is guessed. */
export class Traces {
  readonly #service: LanguageService;
  readonly #renderings: Renderings;
  /** Traces of keys, by the question about the values. */
  readonly #kept = new Map<string, Map<string, Trace>>();

  constructor(service: LanguageService, renderings: Renderings) {
    this.#service = service;
    this.#renderings = renderings;
  }

  /** The rendering of a stack. */
  rendered(stack: ReleaseStack, signal: AbortSignal): Promise<Rendering | NotRendered> {
    return this.#renderings.of(stack, signal);
  }

  /** The fields that a key makes; `given` is the other value to try, where that matters. */
  async of(
    stack: ReleaseStack,
    path: Path,
    signal: AbortSignal,
    given?: { readonly value: unknown },
  ): Promise<Trace | NotRendered> {
    const question = given ? undefined : this.#renderings.questionOf(stack);
    const known = question === undefined ? undefined : this.#kept.get(question)?.get(keyText(path));
    if (known) return known;
    const trace = await this.#trace(stack, path, signal, given);
    if ("changes" in trace && question !== undefined && !signal.aborted) {
      const keys = this.#kept.get(question) ?? new Map<string, Trace>();
      keepLast(keys, keyText(path), trace, MOST_KEYS);
      keepLast(this.#kept, question, keys, MOST_KEPT);
    }
    return trace;
  }

  /** True if anything was measured. */
  get any(): boolean {
    return this.#kept.size > 0;
  }

  /** The trace of a key, if it was measured with exactly these values and this chart. Helm is not asked. */
  known(stack: ReleaseStack, path: Path): Trace | undefined {
    const question = this.any ? this.#renderings.questionOf(stack) : undefined;
    return question === undefined ? undefined : this.#kept.get(question)?.get(keyText(path));
  }

  async #trace(
    stack: ReleaseStack,
    path: Path,
    signal: AbortSignal,
    given: { readonly value: unknown } | undefined,
  ): Promise<Trace | NotRendered> {
    const keyTrials = this.#service.trials(stack, path, given);
    const found = await this.#measured(stack, keyTrials, signal);
    if (!("trace" in found)) return found;
    const { trace } = found;
    if (found.trial === undefined || trace.changes.length > 0) return trace;
    return { ...trace, because: await this.#switches(stack, path, found, signal) };
  }

  /**
   * The keys that make a field of an object, or fields below it. All keys are tried that a template of the object may read: first many at
   * once, each with a change of its own, and then those one by one that are in a group which changes the field.
   */
  async whyOf(
    stack: ReleaseStack,
    object: RenderedObject,
    field: Path,
    signal: AbortSignal,
  ): Promise<Reasons | NotRendered> {
    const base = await this.#renderings.of(stack, signal);
    if (!("objects" in base)) return base;
    const isOf = (change: FieldChange) =>
      objectId(change.object) === objectId(object) &&
      change.before !== undefined &&
      isAtOrBelow(change.path, field);
    const keys: Trace[] = [];
    const paths = this.#keysOf(stack, object);
    const waiting = [...groupsOf(paths.map((path) => this.#service.trials(stack, path)))];
    for (let group = waiting.pop(); group !== undefined; group = waiting.pop()) {
      const [first, ...others] = group;
      if (first && others.length === 0) {
        const tried = await this.#othersRendered(stack, first, signal);
        if ("noAnswer" in tried || "notAsked" in tried) return tried;
        if ("complaints" in tried || !changesOfAll(base, tried.others).some(isOf)) continue;
        const measured = await this.#measured(stack, first, signal);
        if (!("trace" in measured)) return measured;
        if (measured.trace.changes.some(isOf)) keys.unshift(measured.trace);
        continue;
      }
      const found = await this.#renderings.of(stack, signal, apart(group));
      if ("noAnswer" in found || "notAsked" in found) return found;
      if ("objects" in found) {
        if (renderingChanges(base, found).some(isOf)) for (const half of halves(group)) waiting.push(half);
        continue;
      }
      // Keys that the chart's schema rejects are tried alone.
      const blamed = found.complaints.flatMap(({ paths }) => paths);
      const isBlamed = ({ path }: KeyTrials) =>
        blamed.some((blamedPath) => isAtOrBelow(path, blamedPath) || isAtOrBelow(blamedPath, path));
      const rest = group.filter((key) => !isBlamed(key));
      if (rest.length === group.length) for (const half of halves(group)) waiting.push(half);
      else for (const part of [rest, ...group.filter(isBlamed).map((key) => [key])]) waiting.push(part);
    }
    const later = await this.#renderings.again(stack, signal);
    const isUnstable = "objects" in later && renderingChanges(base, later).some(isOf);
    return { object, keys, tried: paths.length, ...(isUnstable && { isUnstable }) };
  }

  async #measured(stack: ReleaseStack, key: KeyTrials, signal: AbortSignal) {
    const base = await this.#renderings.of(stack, signal);
    if (!("objects" in base)) return base;
    const found = await this.#othersRendered(stack, key, signal);
    if (!("others" in found) && !("complaints" in found)) return found;
    // Fields that differ now without any change differed with the change, too: random names, and dates to the second.
    const later = await this.#renderings.again(stack, signal);
    if (!("objects" in later)) return later;
    const unstable = new Set(renderingChanges(base, later).map(fieldId));
    const { path, value } = key;
    const known = { path, value, unstable: unstable.size, because: [] };
    if ("complaints" in found)
      return { trial: undefined, unstable, trace: { ...known, changes: [], complaints: found.complaints } };
    const [first, also] = found.others;
    const changes = changesOfAll(base, found.others).filter((change) => !unstable.has(fieldId(change)));
    const tried = { tried: first.trial.value, ...(also && { alsoTried: also.trial.value }) };
    return { trial: first.trial, unstable, trace: { ...known, ...tried, changes, complaints: [] } };
  }

  /** Renderings with another value for a key and, if that is a mapping or list, with an empty one; Helm may reject one of them. */
  async #othersRendered(
    stack: ReleaseStack,
    { trials, removals }: KeyTrials,
    signal: AbortSignal,
  ): Promise<NotRendered | { readonly others: readonly [Other, ...Other[]] }> {
    const found = await this.#firstRendered(stack, trials, signal);
    if ("noAnswer" in found || "notAsked" in found || removals.length === 0)
      return "rendering" in found ? { others: [found] } : found;
    const emptied = await this.#firstRendered(stack, removals, signal);
    if ("noAnswer" in emptied || "notAsked" in emptied) return emptied;
    if (!("rendering" in found)) return "rendering" in emptied ? { others: [emptied] } : found;
    return { others: "rendering" in emptied ? [found, emptied] : [found] };
  }

  async #firstRendered(
    stack: ReleaseStack,
    trials: readonly Trial[],
    signal: AbortSignal,
  ): Promise<NotRendered | Other> {
    let refused: NotRendered = { complaints: [] };
    for (const trial of trials) {
      const rendering = await this.#renderings.of(stack, signal, [trial]);
      if ("objects" in rendering) return { trial, rendering };
      if (!("complaints" in rendering)) return rendering;
      refused = rendering;
    }
    return refused;
  }

  /** The keys that are off or empty and let the change of another one have an effect once they are not; the nearest are tried first. */
  async #switches(
    stack: ReleaseStack,
    path: Path,
    { trial, unstable }: { readonly trial: Trial; readonly unstable: ReadonlySet<string> },
    signal: AbortSignal,
  ): Promise<Trace["because"]> {
    const off = this.#service
      .effectiveData(stack)
      .filter(({ value, path: other }) => !value && !isAtOrBelow(other, path));
    const nearest = off
      .map((entry) => ({ ...entry, shared: entry.path.findIndex((part, index) => part !== path[index]) }))
      .sort((entry, other) => other.shared - entry.shared)
      .slice(0, MOST_SWITCHES);
    for (const { path: key, value } of nearest) {
      const on = await this.#firstRendered(stack, this.#service.trials(stack, key).trials, signal);
      if (!("rendering" in on)) continue;
      const both = await this.#renderings.of(stack, signal, [on.trial, trial]);
      const changes = "objects" in both ? renderingChanges(on.rendering, both) : [];
      if (changes.some((change) => !unstable.has(fieldId(change)))) return [{ path: key, value }];
    }
    return [];
  }

  /** The keys that have a value and that a template of an object may read: its own, or one that others include. */
  #keysOf(stack: ReleaseStack, { template }: RenderedObject): readonly Path[] {
    const { atHand } = this.#service.chartOfStack(stack);
    const reads = atHand?.reads;
    const paths = this.#service
      .effectiveData(stack)
      .flatMap(({ path, value }) => (value === undefined ? [] : [path]));
    if (reads === undefined || reads === "pending") return paths;
    const isOf = (file: string) => template.endsWith(file) || /(?:^|\/)_[^/]*$/.test(file);
    return paths.filter((path) => {
      const places = reads.of(path.map((part) => (typeof part === "number" ? "*" : part)));
      return places.length === 0 || places.some(({ file }) => isOf(file));
    });
  }
}

/** A rendering with another value. */
interface Other {
  readonly trial: Trial;
  readonly rendering: Rendering;
}

/** The fields that are not the same with each of some other values, those of an object together. */
function changesOfAll(base: Rendering, others: readonly Other[]): readonly FieldChange[] {
  // A new field may be at the place of another one that was there.
  const sideOf = (change: FieldChange) => `${change.before === undefined ? "new" : ""}${fieldId(change)}`;
  const known = new Set<string>();
  const changes = others.flatMap(({ rendering }) => {
    const found = renderingChanges(base, rendering).filter((change) => !known.has(sideOf(change)));
    for (const change of found) known.add(sideOf(change));
    return found;
  });
  return [...groupBy(changes, ({ object }) => objectId(object)).values()].flat();
}
