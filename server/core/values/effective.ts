import type { YamlFile } from "../yaml/tree.ts";
import { coalesce, type SwitchedOff } from "./charts-below.ts";
import { emptyMap, type HelmMap, type HelmNode, type Origin } from "./helm-tree.ts";
import { readValues } from "./helm-value.ts";
import { type Chart, mergeMaps, type ShapeConflict } from "./merge.ts";
import type { HelmMajor, Refusal } from "./refusal.ts";
import { SET_FLAGS, type SetEntry } from "./set-entry.ts";
import { applySet } from "./set-flag.ts";

/** A values file of a stack: its name as the user wrote it, and the parsed file. */
interface StackFile {
  readonly name: string;
  readonly file: YamlFile;
}

/** Everything that Helm puts together for one release. */
export interface Stack {
  readonly helm: HelmMajor;
  readonly chart: Chart;
  /** Values files in the order of the command line; later ones win. */
  readonly files: readonly StackFile[];
  /** Entries in the order of the command line. Helm applies them flag by flag (see `SET_FLAGS`). */
  readonly sets: readonly SetEntry[];
  /** The content of a file that `--set-file` names. */
  readonly readFile?: (path: string) => string | undefined;
}

/** A source that Helm refuses. The values are those of the other sources. */
export type RefusedSource =
  | { readonly kind: "file"; readonly file: number; readonly refusal: Refusal }
  | { readonly kind: "set"; readonly set: number; readonly refusal: Refusal }
  | { readonly kind: "dependency"; readonly name: string; readonly origin: Origin };

/** The values a chart's templates see, each with its origin. */
export interface Effective {
  readonly values: HelmMap;
  /** Not empty where Helm would stop with an error. */
  readonly refused: readonly RefusedSource[];
  readonly conflicts: readonly ShapeConflict[];
  /** The subcharts that are switched off. */
  readonly off: readonly SwitchedOff[];
}

/** Merges a stack as Helm does. Never throws; a source that Helm refuses is left out and named. */
export function effectiveValues(stack: Stack): Effective {
  const { values, refused } = givenValues(stack);
  const { conflicts, off, refused: dependency } = coalesce(values, stack.chart, stack.helm);
  if (dependency) {
    refused.push({ kind: "dependency", name: dependency.path.join("."), origin: dependency.node.origin });
  }
  return { values, refused, conflicts, off };
}

/** The merged files and entries, before the chart's defaults are merged under them. */
export function givenValues(stack: Stack): { values: HelmMap; refused: RefusedSource[] } {
  const refused: RefusedSource[] = [];
  const values = emptyMap(stack.chart.defaults.origin);
  const set = (before: number | undefined) => {
    for (const [index, entry] of inOrderOfFlags(stack.sets)) {
      if (entry.before !== before) continue;
      const refusal = applySet(values, entry, {
        helm: stack.helm,
        originOf: (key, value) => ({ kind: "set", set: index, key, value }),
        readFile: stack.readFile,
      });
      if (refusal) refused.push({ kind: "set", set: index, refusal });
    }
  };
  const isBetween = stack.sets.some(({ before }) => before !== undefined);
  stack.files.forEach(({ name, file }, index) => {
    if (isBetween) set(index);
    const read = readValues(file, stack.helm, (value, key) => ({
      kind: "file",
      file: index,
      name,
      value,
      key,
    }));
    if (read.refusal) refused.push({ kind: "file", file: index, refusal: read.refusal });
    else mergeMaps(values, read.values);
  });
  set(undefined);
  return { values, refused };
}

function inOrderOfFlags(sets: readonly SetEntry[]): [number, SetEntry][] {
  const numbered = [...sets.entries()];
  return SET_FLAGS.flatMap((flag) => numbered.filter(([, entry]) => entry.flag === flag));
}

/** A value of a source that does not take effect, with the origin of the one that does. */
export interface Overridden {
  readonly path: readonly (string | number)[];
  readonly lost: HelmNode;
  /** The origin of the effective value; if the value was only removed, that of the null. */
  readonly by: Origin;
  readonly removed: boolean;
}

/** Everything in a tree that was overridden, chart defaults included; in the order of the tree. */
export function overriddenIn(values: HelmMap): Overridden[] {
  const found: Overridden[] = [];
  const visit = (node: HelmNode, path: readonly (string | number)[]): void => {
    for (const lost of node.replaced) found.push({ path, lost, by: node.origin, removed: false });
    if (node.type === "list") for (const [index, item] of node.items.entries()) visit(item, [...path, index]);
    if (node.type !== "map") return;
    for (const [key, child] of node.entries) visit(child, [...path, key]);
    for (const [key, { value, by: origin, replaced }] of node.removed) {
      for (const lost of [value, ...replaced])
        found.push({ path: [...path, key], lost, by: origin, removed: true });
    }
  };
  visit(values, []);
  return found;
}
