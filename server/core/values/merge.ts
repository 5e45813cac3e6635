import type { ImportedValues } from "../chart/subchart.ts";
import { emptyMap, type HelmMap, type HelmNode, isNull, list, takePlace } from "./helm-tree.ts";
import type { HelmMajor } from "./refusal.ts";

/** A mapping and another value under the same key, with the one that is kept. */
export interface ShapeConflict {
  readonly path: readonly string[];
  readonly kept: HelmNode;
  readonly lost: HelmNode;
  /** True if Helm itself warns about it, on standard error. */
  readonly warned: boolean;
}

/** A chart with the facts about its values. A dependency has its alias as its name if it has one. */
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
  /** The defaults that the outer chart imports (`import-values`): dotted paths in both, `.` for the top of the outer chart's. */
  readonly imports?: readonly ImportedValues[];
  /** True if the `Chart.yaml` of the outer chart does not list it. If it lists none, Helm takes all as they are. */
  readonly isUnlisted?: boolean;
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

/** The value under the name of a dependency is not a mapping, which Helm refuses. */
export class NoMapping extends Error {
  readonly path: readonly string[];
  readonly node: HelmNode;

  constructor(path: readonly string[], node: HelmNode) {
    super(path.join("."));
    this.path = path;
    this.node = node;
  }
}

/** Merges defaults under values. With `keepNulls`, a null in the values stays, as long as more is merged. */
export class Coalescing {
  readonly #helm: HelmMajor;
  readonly #keepNulls: boolean;
  readonly #conflicts: ShapeConflict[] = [];

  constructor(helm: HelmMajor, keepNulls: boolean) {
    this.#helm = helm;
    this.#keepNulls = keepNulls;
  }

  /** Merges a mapping under another one; nodes of both are in the result. */
  mappings(values: HelmMap, defaults: HelmMap): void {
    this.#tables(values, defaults, this.#keepNulls, []);
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
      const pathBelow = [...path, dependency.name];
      const given = values.entries.get(dependency.name);
      if (given && given.type !== "map") throw new NoMapping(pathBelow, given);
      const below = given ?? emptyMap(dependency.defaults.origin);
      values.entries.set(dependency.name, below);
      this.#passGlobals(values, below, pathBelow);
      this.#chart(below, dependency, pathBelow);
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

  /** Merges mappings below the top level. With `keepNulls`, nulls stay so that the dependency sees them. */
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
   * A dependency sees the parent's `global` values, which win over its own. Helm copies them only one level deep, so values
   * of the dependency below that are added to the parent's.
   */
  #passGlobals(parent: HelmMap, child: HelmMap, path: readonly string[]): void {
    const childGlobals = child.entries.get("global");
    const given = parent.entries.get("global");
    if ((childGlobals && childGlobals.type !== "map") || (given && given.type !== "map")) return;
    const target = childGlobals ?? emptyMap((given ?? child).origin);
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

/** A deep copy of a node. */
export function copy<T extends HelmNode>(node: T): T;
export function copy(node: HelmNode): HelmNode {
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
