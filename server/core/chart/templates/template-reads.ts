import type { ChartKey, ChartPlace, ChartTexts } from "../chart.ts";
import { Interpreter } from "./template-interpreter.ts";
import { templateSources } from "./template-sources.ts";
import { Store, TooMuch } from "./template-store.ts";
import { type Atom, FILES, SUBCHARTS, type Value } from "./template-values.ts";

/** One place where a chart reads its values. */
export interface TemplateRead {
  /** The keys from the top of the values; none stands for all values. */
  readonly path: readonly string[];
  /** Whether everything below the path may be read, too. */
  readonly whole: boolean;
  /** The expression in the template; for charts below, what the manifest says of them. */
  readonly place: ChartPlace;
}

/** What the templates of a chart read of its values. */
export interface TemplateReads {
  /** In the order of the files, and in them of the text. */
  readonly reads: readonly TemplateRead[];
  /**
   * The templates give texts of the values to `tpl`, together with all values. Who sets such a text can have it read any key.
   * What the texts of the chart itself read is among the reads.
   */
  readonly dynamic: boolean;
  /** Whether anything reads a key: the key itself, something above it as a whole, or something below it. */
  isRead(path: readonly string[]): boolean;
  /** The reads that concern a key: first those of the key and of what is below it, then those of something above it as a whole. */
  of(path: readonly string[]): readonly TemplateRead[];
  /** The paths that the templates read although the chart's values do not declare them. */
  undeclared(keys: ReadonlyMap<string, ChartKey>): readonly (readonly string[])[];
}

/** Steps that every chart may take, and that it may take for each character of its templates. */
const STEPS = 500_000;
const STEPS_PER_CHARACTER = 4;

/**
 * Finds out which values a chart reads, and where, by following its templates with all ways through them. Where that is not
 * possible (helpers of other charts, keys made while rendering, templates that are too deep or too large) it says that all
 * of a value is read, so that a key that is not read has no effect on what Helm renders.
 */
export function templateReads(texts: ChartTexts): TemplateReads {
  const { name, rendered, library, dependencies, readByHelm } = templateSources(texts);
  let size = 0;
  for (const [file, text] of texts) if (file.startsWith("templates/")) size += text.length;
  const store = new Store(
    { dependencies, file: (path) => texts.get(path) },
    STEPS + size * STEPS_PER_CHARACTER,
  );
  const interpreter = new Interpreter(store, library);
  const context: Value = [
    store.mapping([
      ["Values", [store.root]],
      ["Chart", [store.mapping([["Name", [textOf(name)]]])]],
      ["Template", [store.mapping([["BasePath", [textOf(`${name}/templates`)]]])]],
      ["Files", [FILES]],
      ["Subcharts", [SUBCHARTS]],
    ]),
  ];
  const within = (place: ChartPlace, follow: () => void) => {
    try {
      follow();
    } catch (error) {
      if (!(error instanceof TooMuch)) throw error;
      store.note(store.root, true, place);
    }
  };
  // What a template puts into the context, the next one finds there.
  store.untilStable(() => {
    for (const definition of rendered) {
      const place = definition.placeOf({ start: 0, end: 0 });
      within(place, () => interpreter.run(definition, context, place));
    }
  });
  const [first] = rendered;
  if (first) within(first.placeOf({ start: 0, end: 0 }), () => store.followLinks());
  const reads = Array.from(store.reads, ({ path, whole, place }) => ({ path: path.segments, whole, place }));
  const byHelm = readByHelm.map((read) => ({ ...read, whole: true }));
  return new Reads([...reads.sort(byPlace), ...byHelm], interpreter.dynamic);
}

function textOf(text: string): Atom {
  return { kind: "text", text };
}

function byPlace({ place: one }: TemplateRead, { place: other }: TemplateRead): number {
  if (one.file !== other.file) return one.file < other.file ? -1 : 1;
  return one.start - other.start || one.end - other.end;
}

/** The reads of one path, and of those below it. */
interface Branch {
  readonly reads: TemplateRead[];
  readonly below: Map<string, Branch>;
  isWhole: boolean;
}

class Reads implements TemplateReads {
  readonly reads: readonly TemplateRead[];
  readonly dynamic: boolean;
  readonly #root: Branch = { reads: [], below: new Map(), isWhole: false };

  constructor(reads: readonly TemplateRead[], dynamic: boolean) {
    this.reads = reads;
    this.dynamic = dynamic;
    for (const read of reads) {
      let at = this.#root;
      for (const key of read.path) {
        const below: Branch = at.below.get(key) ?? { reads: [], below: new Map(), isWhole: false };
        at.below.set(key, below);
        at = below;
      }
      at.reads.push(read);
      at.isWhole ||= read.whole;
    }
  }

  isRead(path: readonly string[]): boolean {
    let at = this.#root;
    for (const key of path) {
      if (at.isWhole) return true;
      const below = at.below.get(key);
      if (!below) return false;
      at = below;
    }
    return true;
  }

  of(path: readonly string[]): readonly TemplateRead[] {
    const above: TemplateRead[] = [];
    let at: Branch | undefined = this.#root;
    for (const key of path) {
      above.push(...at.reads.filter(({ whole }) => whole));
      at = at.below.get(key);
      if (!at) return above;
    }
    const found: TemplateRead[] = [];
    const add = ({ reads, below }: Branch): void => {
      found.push(...reads);
      for (const one of below.values()) add(one);
    };
    add(at);
    return [...found, ...above.reverse()];
  }

  undeclared(keys: ReadonlyMap<string, ChartKey>): readonly (readonly string[])[] {
    const found: (readonly string[])[] = [];
    const look = (
      { reads, below }: Branch,
      path: readonly string[],
      declared: ChartKey | undefined,
    ): void => {
      if (path.length > 0 && !declared && reads.some(isInTemplate)) found.push(path);
      for (const [key, one] of below) look(one, [...path, key], declared?.keys?.get(key));
    };
    look(this.#root, [], { keys });
    return found;
  }
}

/** Not what Helm reads to put charts together. */
function isInTemplate({ place }: TemplateRead): boolean {
  return place.file.startsWith("templates/") || place.file === "values.yaml";
}
