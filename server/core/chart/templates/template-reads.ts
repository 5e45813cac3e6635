import type { ChartPlace } from "../chart-place.ts";
import type { Subchart } from "../subchart.ts";
import type { TemplateFault } from "./template-text.ts";

/** The name of a step to any key of a mapping, or any item of a list. */
export const ANY_KEY = "*";

/** The type of a value that its use in a template proves. */
export type ProvenType = "boolean" | "number" | "string";

/** Steps from the top of the values that are distinguished. */
const DEEPEST_PATH = 24;

/** A part of the values, with the places that read it. */
export class Branch {
  readonly depth: number;
  /** Tells it from all others of one scan. */
  readonly id: number;
  readonly #count: { all: number };
  readonly below = new Map<string, Branch>();
  readonly places = new Map<string, ChartPlace>();
  /** True if anything below may be read, too. */
  isWhole = false;
  /** The values of a chart below: its `global` is that of all. */
  isChart = false;
  readonly types = new Set<ProvenType>();

  constructor(depth = 0, count = { all: 0 }) {
    this.depth = depth;
    this.#count = count;
    this.id = count.all++;
  }

  /** The part below under a key; this part itself beyond the depth that is distinguished. */
  child(key: string): Branch {
    const known = this.below.get(key);
    if (known) return known;
    if (this.depth >= DEEPEST_PATH) {
      this.isWhole = true;
      return this;
    }
    const below = new Branch(this.depth + 1, this.#count);
    this.below.set(key, below);
    return below;
  }

  read(place: ChartPlace, whole: boolean): void {
    this.places.set(`${place.file}:${place.start}:${place.end}`, place);
    if (!whole) return;
    this.isWhole = true;
    if (this.isChart) this.below.get("global")?.read(place, true);
  }

  /** True if this part or something below it is read. */
  get isRead(): boolean {
    if (this.isWhole || this.places.size > 0) return true;
    for (const below of this.below.values()) if (below.isRead) return true;
    return false;
  }
}

/** The place at which a template does not parse, with the kind of fault. */
export interface FaultPlace extends ChartPlace {
  readonly kind: TemplateFault["kind"];
}

/** The values that the templates of a chart read, as far as a scan of the names in them can tell. */
export class TemplateReads {
  /** Parts of the values that are run through `tpl`: the texts there are templates that can read anything. */
  readonly texts: readonly Branch[];
  /** Places at which templates do not parse. */
  readonly faults: readonly FaultPlace[];
  /** The charts below. */
  readonly charts: readonly Subchart[];
  /** All values. */
  readonly root: Branch;

  constructor(
    root: Branch,
    texts: readonly Branch[],
    faults: readonly FaultPlace[],
    charts: readonly Subchart[],
  ) {
    this.root = root;
    this.charts = charts;
    this.texts = texts;
    this.faults = faults;
  }

  /** True if the chart gives texts of the values to `tpl`. The texts in the chart's own values are scanned as well. */
  get dynamic(): boolean {
    return this.texts.length > 0;
  }

  /** True if anything may read a key: the key itself, something above it as a whole, or something below it. */
  isRead(path: readonly string[]): boolean {
    const { found, isBelowWhole } = this.#walk(path);
    return isBelowWhole || path.length === 0 || found.some((branch) => branch.isRead);
  }

  /** True if templates look for keys in a value. */
  isLookedInto(path: readonly string[]): boolean {
    return this.#walk(path).found.some(({ below }) => [...below.values()].some(({ isRead }) => isRead));
  }

  /** True if any key of a mapping may be read, and not only those that the templates name. */
  isOpen(path: readonly string[]): boolean {
    const { found, isBelowWhole } = this.#walk(path);
    return isBelowWhole || found.some(({ isWhole, below }) => isWhole || below.has(ANY_KEY));
  }

  /** The keys of a mapping that the templates name, in the order in which they are found; `ANY_KEY` stands for items. */
  named(path: readonly string[]): ReadonlySet<string> {
    const { found } = this.#walk(path);
    return new Set(
      found.flatMap(({ below, isChart }) =>
        [...below].flatMap(([key, branch]) => (branch.isRead && !(isChart && key === "global") ? [key] : [])),
      ),
    );
  }

  /** The type that the use of a value proves; `undefined` if it proves none, or several. */
  typeOf(path: readonly string[]): ProvenType | undefined {
    const types = new Set(this.#walk(path).found.flatMap((branch) => [...branch.types]));
    return types.size === 1 ? [...types][0] : undefined;
  }

  /** True if a value, or something above it, is run through `tpl`. */
  isTemplate(path: readonly string[]): boolean {
    const given = new Set(this.texts);
    return this.#walk(path).above.some((branch) => given.has(branch));
  }

  /** The places that read a key: first those of the key and of what is below it, then those of something above it as a whole. */
  of(path: readonly string[]): readonly ChartPlace[] {
    const { found, above } = this.#walk(path);
    const direct = new Map<string, ChartPlace>();
    const add = ({ places, below }: Branch): void => {
      for (const [id, place] of places) direct.set(id, place);
      for (const branch of below.values()) add(branch);
    };
    for (const branch of found) add(branch);
    const whole = above
      .filter((branch) => branch.isWhole && !found.includes(branch))
      .flatMap(({ places }) => [...places.values()]);
    return [...[...direct.values()].sort(byPlace), ...whole.sort(byPlace)];
  }

  #walk(path: readonly string[]) {
    let found = new Set([this.root]);
    const above: Branch[] = [];
    let isBelowWhole = false;
    for (const key of path) {
      for (const each of found) above.push(each);
      isBelowWhole ||= above.some(({ isWhole }) => isWhole);
      found = new Set(
        [...found].flatMap(({ below }) => [below.get(key) ?? [], below.get(ANY_KEY) ?? []].flat()),
      );
    }
    return { found: [...found], above: [...above, ...found], isBelowWhole };
  }
}

function byPlace(place: ChartPlace, other: ChartPlace): number {
  if (place.file !== other.file) return place.file < other.file ? -1 : 1;
  return place.start - other.start || place.end - other.end;
}
