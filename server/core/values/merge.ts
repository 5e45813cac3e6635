import { emptyMap, type HelmMap, type HelmNode, isNull, list, takePlace } from "./helm-tree.ts";
import type { HelmMajor } from "./refusal.ts";

/** Where a mapping and another value meet under one key, and which of them stays. */
export interface ShapeConflict {
  readonly path: readonly string[];
  readonly kept: HelmNode;
  readonly lost: HelmNode;
  /** Whether Helm says so itself, on standard error. */
  readonly warned: boolean;
}

/** A chart as far as its values go. A dependency is named by its alias where it has one. */
export interface Chart {
  readonly name: string;
  readonly defaults: HelmMap;
  readonly dependencies: readonly Chart[];
}

/** What merging a chart's defaults under the given values came to. */
export interface Coalesced {
  readonly conflicts: readonly ShapeConflict[];
  /** Set when Helm refuses: a dependency's name must hold a mapping. */
  readonly refused?: { readonly path: readonly string[]; readonly node: HelmNode };
}

/** Merges `over` into `base` as Helm merges values files: mappings key by key, everything else is replaced whole. */
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
 * values removes the default of its key. `import-values` of dependencies is not followed.
 */
export function coalesce(values: HelmMap, chart: Chart, helm: HelmMajor): Coalesced {
  return new Coalescing(helm, false).chart(values, withDependencies(chart, helm), []);
}

/** Helm puts the defaults of dependencies, and the globals they see, under those of their parent first. */
function withDependencies(chart: Chart, helm: HelmMajor): Chart {
  if (chart.dependencies.length === 0) return chart;
  const dependencies = chart.dependencies.map((dependency) => withDependencies(dependency, helm));
  const defaults = emptyMap(chart.defaults.origin);
  new Coalescing(helm, helm === 3).chart(defaults, { ...chart, dependencies }, []);
  if (helm === 4) dropNulls(defaults);
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

  chart(values: HelmMap, chart: Chart, path: readonly string[]): Coalesced {
    const dependencies = new Set(chart.dependencies.map(({ name }) => name));
    this.#topLevel(values, chart.defaults, dependencies, path);
    for (const dependency of chart.dependencies) {
      const at = [...path, dependency.name];
      const given = values.entries.get(dependency.name);
      if (given && given.type !== "map")
        return { conflicts: this.#conflicts, refused: { path: at, node: given } };
      const below = given ?? emptyMap(dependency.defaults.origin);
      values.entries.set(dependency.name, below);
      this.#passGlobals(values, below, at);
      const result = this.chart(below, dependency, at);
      if (result.refused) return result;
    }
    return { conflicts: this.#conflicts };
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
        if (this.#helm === 4 && !dependencies.has(key)) dropNulls(fallback);
        this.#tables(node, fallback, this.#keepNulls || dependencies.has(key), [...path, key]);
      } else {
        values.entries.set(key, node);
        this.#stays(node, fallback, [...path, key], node.type === "map");
      }
    }
    for (const [key, node] of before) values.entries.set(key, node);
    if (removed.size > 0) values.removed = removed;
  }

  /** Below the top level. With `keepNulls` nulls stay, for the dependency to see them. */
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
    if (this.#helm === 4) {
      if (isNull(fallback)) return;
      if (fallback.type === "map") dropNulls(fallback);
    }
    values.entries.set(key, fallback);
  }

  /** A given value takes the place of a default that is not of its shape, or not a mapping. */
  #stays(node: HelmNode, fallback: HelmNode, path: readonly string[], warned: boolean): void {
    node.replaced = [fallback, ...node.replaced];
    if (isNull(fallback) || (node.type === "map") === (fallback.type === "map")) return;
    this.#conflicts.push({ path, kept: node, lost: fallback, warned });
  }

  /** A dependency sees the parent's `global` values; they win over its own. */
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
        const copied = copy(node);
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
