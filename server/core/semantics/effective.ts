import type { SchemaModel } from "../schema/model.ts";
import { type HelmMap, type HelmNode, nodeAt, toJson } from "../values/helm-tree.ts";
import type { ShapeConflict } from "../values/merge.ts";
import { fileIndexOf } from "../values/release-stack.ts";
import type { Path, ValuesRoot } from "../yaml/tree.ts";
import type { Analysis } from "./analysis.ts";
import type { Component } from "./components.ts";
import { defaultsOf, stackValues } from "./stack-values.ts";

/** What the operator would run with. */
export interface EffectiveValues {
  /** Chart defaults and all sources, put together as Helm does. */
  readonly values: HelmMap;
  /** Each component, with the top-level values that it inherits. */
  readonly components: readonly Component[];
  /** Where a mapping and another value met. */
  readonly conflicts: readonly ShapeConflict[];
  /** Which file the document is, in the origins of the values. */
  readonly file: number;
}

/** What the operator would run with: with the first release that names the file, else with the document alone. */
export function effectiveFor(analysis: Analysis, root: ValuesRoot, model: SchemaModel): EffectiveValues {
  const [stack] = analysis.stacksOf(root);
  const { values, components, conflicts } = stackValues(stack, model);
  return { values, components, conflicts, file: fileIndexOf(stack, analysis.text.uri) };
}

/** The chart's own value at a path; `undefined` where it has none, or the schema gives it in words only. */
export function defaultAt(model: SchemaModel, path: Path): HelmNode | undefined {
  return nodeAt(defaultsOf(model), path);
}

/** Whether templates take a value for not set: missing, null, false, 0, or with nothing in it. */
export function isUnset(node: HelmNode | undefined): boolean {
  if (node?.type === "map") return node.entries.size === 0;
  if (node?.type === "list") return node.items.length === 0;
  return !node?.value || (typeof node.value === "string" && node.value.trim() === "");
}

/** Whether two values are the same, wherever they come from; the order of keys does not count. */
export function isSame(a: HelmNode, b: HelmNode): boolean {
  if (a.type === "map" && b.type === "map") {
    if (a.entries.size !== b.entries.size) return false;
    return [...a.entries].every(([key, child]) => {
      const other = b.entries.get(key);
      return other !== undefined && isSame(child, other);
    });
  }
  return a.type === b.type && JSON.stringify(toJson(a)) === JSON.stringify(toJson(b));
}
