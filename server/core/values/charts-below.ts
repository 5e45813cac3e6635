import { emptyMap, type HelmMap, type HelmNode, mapOf, nodeAt, type Origin } from "./helm-tree.ts";
import { type Chart, Coalescing, copy, type Dependency, NoMapping, type ShapeConflict } from "./merge.ts";
import type { HelmMajor } from "./refusal.ts";

/** A value that switches a dependency off. */
export interface Switch {
  readonly path: string;
  readonly origin: Origin;
}

/** A dependency that is switched off: the path of its values, and the value that switches it off. */
export interface SwitchedOff {
  readonly at: readonly string[];
  readonly by: Switch;
}

/** The result of merging a chart's defaults under the given values. */
interface Coalesced {
  readonly conflicts: readonly ShapeConflict[];
  /** The dependencies of which nothing is installed. */
  readonly off: readonly SwitchedOff[];
  /** Set if Helm refuses: the value under a dependency's name must be a mapping. */
  readonly refused?: { readonly path: readonly string[]; readonly node: HelmNode };
}

/**
 * Merges a chart's defaults, and those of its dependencies, under `values`, which it changes. A null in the
 * values removes the default of its key.
 */
export function coalesce(values: HelmMap, chart: Chart, helm: HelmMajor): Coalesced {
  const off: SwitchedOff[] = [];
  try {
    const prepared = withDefaultsBelow(withEnabled(chart, values, helm, off), helm);
    return { conflicts: new Coalescing(helm, false).all(values, prepared), off };
  } catch (error) {
    if (error instanceof NoMapping)
      return { conflicts: [], off, refused: { path: error.path, node: error.node } };
    throw error;
  }
}

/**
 * The chart without the dependencies that their conditions turn off. Helm looks these paths up below the names of the
 * charts around them.
 */
function withEnabled(
  chart: Chart,
  values: HelmMap,
  helm: HelmMajor,
  off: SwitchedOff[],
  path: readonly string[] = [],
): Chart {
  if (!listsAny(chart)) return chart;
  const seen = copy(values);
  const asPacked = chart.dependencies.map((dependency) => ({
    ...dependency,
    dependencies: dependency.dependencies.map(withoutAlias),
  }));
  new Coalescing(helm, false).all(seen, { ...chart, dependencies: asPacked });
  const dependencies = chart.dependencies.flatMap((dependency): Dependency[] => {
    const pathBelow = [...path, dependency.name];
    const switchOff = switchedOff(seen, dependency, path);
    if (switchOff) off.push({ at: pathBelow, by: switchOff });
    return switchOff ? [] : [{ ...dependency, ...withEnabled(dependency, seen, helm, off, pathBelow) }];
  });
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
 * The value that switches a dependency off: its condition decides by the first of its paths that holds a boolean, looked up below the names of the
 * charts around it; without one, any tag that is true switches it on, and else any that is false switches it off.
 * https://helm.sh/docs/topics/charts/#tags-and-condition-fields-in-dependencies
 */
export function switchedOff(
  values: HelmMap,
  { condition = "", tags = [] }: Pick<Dependency, "condition" | "tags">,
  around: readonly string[] = [],
): Switch | undefined {
  for (const given of condition.trim().split(",")) {
    const path = [...around, given].join(".");
    const node = given === "" ? undefined : nodeAt(values, path.split("."));
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
    (dependency): Dependency => ({ ...dependency, ...withDefaultsBelow(dependency, helm) }),
  );
  if (!listsAny(chart)) return { ...chart, dependencies };
  const defaults = emptyMap(chart.defaults.origin);
  const merging = new Coalescing(helm, true);
  merging.all(defaults, { ...chart, dependencies });
  merging.mappings(defaults, importedInto(chart, dependencies, defaults, merging));
  return { ...chart, defaults, dependencies };
}

/** The most values that a chart imports from its subcharts: more were not written by a person. */
const MOST_IMPORTED = 100_000;

/**
 * The values that a chart imports from its subcharts (`import-values`), which its own values override. If an import writes into a table of
 * another import, Helm changes the values of the subchart, too; that is left out.
 * https://helm.sh/docs/topics/charts/#importing-child-values-via-dependencies
 */
function importedInto(
  chart: Chart,
  dependencies: readonly Dependency[],
  defaults: HelmMap,
  merging: Coalescing,
): HelmMap {
  const imported = emptyMap(chart.defaults.origin);
  let room = MOST_IMPORTED;
  for (const { name, imports = [] } of dependencies) {
    for (const { child, parent } of imports) {
      const table = nodeAt(defaults, [name, ...child.split(".")]);
      if (table?.type !== "map") continue;
      room -= sizeOf(table);
      if (room < 0) return imported;
      const path = parent === "." ? [] : parent.split(".");
      merging.mappings(
        imported,
        path.reduceRight((below, key) => mapOf(key, below), copy(table)),
      );
    }
  }
  return imported;
}

function sizeOf(node: HelmNode): number {
  const below = node.type === "map" ? [...node.entries.values()] : node.type === "list" ? node.items : [];
  return below.reduce((sum, child) => sum + sizeOf(child), 1);
}
