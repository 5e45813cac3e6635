import type { ChartKeys } from "../ownership/chart-keys.ts";
import { memo } from "../yaml/memo.ts";
import type { SchemaModel } from "./model.ts";

/** A tree of keys; one without any keys below it stands for everything below it as well. */
interface Branch extends Map<string, Branch> {}

/** What the schema of the chart's values says about the keys of a file: those that it describes, and its `evidence`. */
export const chartKeysOf = memo((model: SchemaModel): ChartKeys => {
  const {
    certain = [],
    certainWithAnotherComponent = [],
    alsoKnown = [],
  } = model.root.annotations.evidence ?? {};
  const also = treeOf(alsoKnown);
  return {
    knows: (path) => model.at(path) !== undefined || isIn(also, path),
    components: [...model.root.properties].flatMap(([key, { annotations }]) =>
      annotations.meaning === "component" ? [key] : [],
    ),
    certain,
    certainWithAnotherComponent,
  };
});

function treeOf(keys: readonly string[]): Branch {
  const root: Branch = new Map();
  for (const key of keys) {
    let at = root;
    for (const part of key.split(".")) {
      const below = at.get(part) ?? new Map();
      at.set(part, below);
      at = below;
    }
  }
  return root;
}

function isIn(tree: Branch, path: readonly string[]): boolean {
  let at = tree;
  for (const part of path) {
    const below = at.get(part);
    if (below === undefined) return false;
    if (below.size === 0) return true;
    at = below;
  }
  return true;
}
