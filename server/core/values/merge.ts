import {
  emptyMap,
  type HelmMap,
  type HelmNode,
  isNull,
  list,
  nodeAt,
  type Origin,
  takePlace,
} from "./helm-tree.ts";
import type { HelmMajor } from "./refusal.ts";

/** Where a mapping and another value meet under the same key, and which of them is kept. */
export interface ShapeConflict {
  readonly path: readonly string[];
  readonly kept: HelmNode;
  readonly lost: HelmNode;
  /** Whether Helm itself warns about it, on standard error. */
  readonly warned: boolean;
}

/** A chart, as far as its values are concerned. A dependency has its alias as its name if it has one. */
export interface Chart {
  readonly name: string;
  readonly defaults: HelmMap;
  readonly dependencies: readonly Dependency[];
}

/** A chart inside another one, under its alias if it has one. */
export interface Dependency extends Chart {
  /** Its own name, if it has an alias. */
  readonly packedAs?: string;
  /** Dotted paths in the values of the outer chart, separated by commas: the first that holds a boolean decides. */
  readonly condition?: string;
  /** Keys below `tags` of the outermost chart, which decide where the condition does not. */
  readonly tags?: readonly string[];
  /** The `Chart.yaml` of the outer chart does not list it. Where it lists none, Helm takes all as they are. */
  readonly isUnlisted?: boolean;
}

/** A value that switches a dependency off. */
export interface Switch {
  readonly path: string;
  readonly origin: Origin;
}

/** What merging a chart's defaults under the given values resulted in. */
export interface Coalesced {
  readonly conflicts: readonly ShapeConflict[];
  /** Set if Helm refuses: the value under a dependency's name must be a mapping. */
  readonly refused?: { readonly path: readonly string[]; readonly node: HelmNode };
}

/** Merges `over` into `base` as Helm merges values files: mappings key by key, everything else is replaced as a whole. */
export function mergeMaps(base: HelmMap, over: HelmMap): void {
  for (const [key, node] of over.entries) {
    const before = base.entries.get(key);
    if (before?.type === "map" && node.type === "map") {
      before.merged = [...before.merged, before.origin, ...node.merged];
      before.origin = node.origin;
      mergeMaps(before, node);
    } else {
      base.entries.set(key, takePlace(node, before));
    }
  }
}

/**
 * Merges a chart's defaults, and those of its dependencies, under `values`, which it changes. A null in the
 * values removes the default of its key. `import-values` of dependencies are not followed.
 */
export function coalesce(values: HelmMap, chart: Chart, helm: HelmMajor): Coalesced {
  try {
    const prepared = withDefaultsBelow(withEnabled(chart, values, helm, ""), helm);
    return { conflicts: new Coalescing(helm, false).all(values, prepared) };
  } catch (error) {
    if (error instanceof NoMapping) return { conflicts: [], refused: { path: error.path, node: error.node } };
    throw error;
  }
}

/** The value under the name of a dependency is not a mapping, which Helm refuses. */
class NoMapping extends Error {
  readonly path: readonly string[];
  readonly node: HelmNode;

  constructor(path: readonly string[], node: HelmNode) {
    super(path.join("."));
    this.path = path;
    this.node = node;
  }
}

/**
 * The chart without the dependencies that their conditions turn off. Helm looks these paths up below the names of the
 * charts that lead to them.
 */
function withEnabled(chart: Chart, values: HelmMap, helm: HelmMajor, path: string): Chart {
  if (!listsAny(chart)) return chart;
  const seen = copy(values);
  const asPacked = chart.dependencies.map((one) => ({
    ...one,
    dependencies: one.dependencies.map(withoutAlias),
  }));
  new Coalescing(helm, false).all(seen, { ...chart, dependencies: asPacked });
  const dependencies = chart.dependencies
    .filter((one) => switchedOff(seen, one, path) === undefined)
    .map((one): Dependency => ({ ...one, ...withEnabled(one, seen, helm, `${path}${one.name}.`) }));
  return { ...chart, dependencies };
}

function listsAny({ dependencies }: Chart): boolean {
  return dependencies.some(({ isUnlisted }) => !isUnlisted);
}

/** Deeper dependencies do not have their aliases yet when Helm evaluates conditions. */
function withoutAlias(dependency: Dependency): Dependency {
  const { name, packedAs = name, dependencies } = dependency;
  return { ...dependency, name: packedAs, dependencies: dependencies.map(withoutAlias) };
}

/**
 * What switches a dependency off: its condition decides by the first of its paths that holds a boolean, looked up below the names of the
 * charts around it; without one, any tag that is true switches it on, and else any that is false switches it off.
 * https://helm.sh/docs/topics/charts/#tags-and-condition-fields-in-dependencies
 */
export function switchedOff(
  values: HelmMap,
  { condition = "", tags = [] }: Pick<Dependency, "condition" | "tags">,
  around = "",
): Switch | undefined {
  for (const one of condition.trim().split(",")) {
    const path = around + one;
    const node = one === "" ? undefined : nodeAt(values, path.split("."));
    if (node?.type !== "leaf" || typeof node.value !== "boolean") continue;
    return node.value ? undefined : { path, origin: node.origin };
  }
  const named = tags.flatMap((tag) => {
    const node = nodeAt(values, ["tags", tag]);
    return node?.type === "leaf" && typeof node.value === "boolean" ? [{ path: `tags.${tag}`, node }] : [];
  });
  const [off] = named;
  if (off === undefined || named.some(({ node }) => node.value === true)) return undefined;
  return { path: off.path, origin: off.node.origin };
}

/** Helm first merges the defaults of dependencies, and the globals they see, under those of their parent. */
function withDefaultsBelow(chart: Chart, helm: HelmMajor): Chart {
  if (chart.dependencies.length === 0) return chart;
  const dependencies = chart.dependencies.map(
    (one): Dependency => ({ ...one, ...withDefaultsBelow(one, helm) }),
  );
  if (!listsAny(chart)) return { ...chart, dependencies };
  const defaults = emptyMap(chart.defaults.origin);
  new Coalescing(helm, true).all(defaults, { ...chart, dependencies });
  return { ...chart, defaults, dependencies };
}

class Coalescing {
  readonly #helm: HelmMajor;
  readonly #keepNulls: boolean;
  readonly #conflicts: ShapeConflict[] = [];

  constructor(helm: HelmMajor, keepNulls: boolean) {
    this.#helm = helm;
    this.#keepNulls = keepNulls;
  }

  /** Merges the defaults of a chart and its dependencies under `values`. Throws `NoMapping`. */
  all(values: HelmMap, chart: Chart): readonly ShapeConflict[] {
    this.#chart(values, chart, []);
    return this.#conflicts;
  }

  #chart(values: HelmMap, chart: Chart, path: readonly string[]): void {
    const dependencies = new Set(chart.dependencies.map(({ name }) => name));
    this.#topLevel(values, chart.defaults, dependencies, path);
    for (const dependency of chart.dependencies) {
      const at = [...path, dependency.name];
      const given = values.entries.get(dependency.name);
      if (given && given.type !== "map") throw new NoMapping(at, given);
      const below = given ?? emptyMap(dependency.defaults.origin);
      values.entries.set(dependency.name, below);
      this.#passGlobals(values, below, at);
      this.#chart(below, dependency, at);
    }
  }

  #topLevel(
    values: HelmMap,
    defaults: HelmMap,
    dependencies: ReadonlySet<string>,
    path: readonly string[],
  ): void {
    const before = values.entries;
    const removed = new Map(values.removed);
    values.entries = new Map();
    for (const [key, fallback] of copy(defaults).entries) {
      const node = before.get(key);
      before.delete(key);
      if (!node) {
        this.#copyDefault(values, key, fallback);
      } else if (isNull(node) && !this.#keepNulls) {
        removed.set(key, { by: node.origin, value: fallback, replaced: node.replaced });
      } else if (node.type === "map" && fallback.type === "map") {
        values.entries.set(key, node);
        const keepNulls = this.#keepNulls || dependencies.has(key);
        if (this.#helm === 4 && !keepNulls) dropNulls(fallback);
        this.#tables(node, fallback, keepNulls, [...path, key]);
      } else {
        values.entries.set(key, node);
        this.#stays(node, fallback, [...path, key], node.type === "map");
      }
    }
    for (const [key, node] of before) values.entries.set(key, node);
    if (removed.size > 0) values.removed = removed;
  }

  /** Merges what is below the top level. With `keepNulls`, nulls stay so that the dependency sees them. */
  #tables(values: HelmMap, defaults: HelmMap, keepNulls: boolean, path: readonly string[]): void {
    values.merged = [defaults.origin, ...values.merged];
    const before = values.entries;
    const removed = new Map(values.removed);
    values.entries = new Map();
    for (const [key, fallback] of defaults.entries) {
      const node = before.get(key);
      before.delete(key);
      if (!node) {
        values.entries.set(key, fallback);
      } else if (isNull(node)) {
        if (keepNulls || isNull(fallback)) values.entries.set(key, node);
        else removed.set(key, { by: node.origin, value: fallback, replaced: node.replaced });
      } else if (node.type === "map" && fallback.type === "map") {
        values.entries.set(key, node);
        this.#tables(node, fallback, keepNulls, [...path, key]);
      } else {
        values.entries.set(key, node);
        this.#stays(node, fallback, [...path, key], true);
      }
    }
    for (const [key, node] of before) values.entries.set(key, node);
    if (removed.size > 0) values.removed = removed;
  }

  #copyDefault(values: HelmMap, key: string, fallback: HelmNode): void {
    if (this.#helm === 4 && !this.#keepNulls) {
      if (isNull(fallback)) return;
      if (fallback.type === "map") dropNulls(fallback);
    }
    values.entries.set(key, fallback);
  }

  /** A given value replaces a default of a different shape, or one that is not a mapping. */
  #stays(node: HelmNode, fallback: HelmNode, path: readonly string[], warned: boolean): void {
    node.replaced = [fallback, ...node.replaced];
    if (isNull(fallback) || (node.type === "map") === (fallback.type === "map")) return;
    this.#conflicts.push({ path, kept: node, lost: fallback, warned });
  }

  /**
   * A dependency sees the parent's `global` values, which win over its own. Helm copies them only one level deep, so what
   * the dependency has below that is added to the parent's.
   */
  #passGlobals(parent: HelmMap, child: HelmMap, path: readonly string[]): void {
    const own = child.entries.get("global");
    const given = parent.entries.get("global");
    if ((own && own.type !== "map") || (given && given.type !== "map")) return;
    const target = own ?? emptyMap((given ?? child).origin);
    child.entries.set("global", target);
    for (const [key, node] of given?.entries ?? []) {
      const before = target.entries.get(key);
      if (node.type === "map") {
        if (before && before.type !== "map") continue;
        const copied = { ...node, entries: new Map(node.entries) };
        if (before) this.#tables(copied, before, true, [...path, "global", key]);
        target.entries.set(key, copied);
      } else if (before?.type !== "map") {
        target.entries.set(key, takePlace(copy(node), before));
      }
    }
  }
}

function dropNulls(map: HelmMap): void {
  for (const [key, node] of map.entries) {
    if (isNull(node)) map.entries.delete(key);
    else if (node.type === "map") dropNulls(node);
  }
}

function copy<T extends HelmNode>(node: T): T;
function copy(node: HelmNode): HelmNode {
  switch (node.type) {
    case "leaf":
      return { ...node };
    case "list":
      return list(
        node.items.map((item) => copy(item)),
        node.origin,
        node.replaced,
      );
    case "map": {
      const entries = new Map<string, HelmNode>();
      for (const [key, child] of node.entries) entries.set(key, copy(child));
      return { ...node, entries };
    }
  }
}
