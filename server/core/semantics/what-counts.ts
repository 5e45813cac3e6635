import type { HelmNode, Origin } from "../values/helm-tree.ts";
import type { Path } from "../yaml/tree.ts";
import type { StackValues } from "./stack-values.ts";

/** What a stack has at a path. */
export interface Counting {
  /** `undefined` where nothing is set. */
  readonly node?: HelmNode;
  /** How much of the path leads to the node: less than all of it inside what was replaced whole. */
  readonly depth: number;
  /** The null that took a default away. */
  readonly removedBy?: Origin;
}

/**
 * What counts at a path for the operator: in a component with what it inherits. `file` is the one that asks; a list
 * of another source is looked at as a whole, because its items are not those of the file.
 */
export function whatCounts({ values, components }: StackValues, path: Path, file: number): Counting {
  const component = components.find(({ name }) => name === path[0]);
  const skipped = component && path.length > 1 ? 1 : 0;
  let at: HelmNode = component && skipped > 0 ? component.values : values;
  for (let depth = skipped; depth < path.length; depth++) {
    const segment = path[depth];
    if (at.type === "map") {
      const child: HelmNode | undefined = at.entries.get(String(segment));
      const removedBy = at.removed.get(String(segment))?.by;
      if (!child) return removedBy ? { depth: depth + 1, removedBy } : { depth: depth + 1 };
      at = child;
    } else if (at.type === "list" && typeof segment === "number" && isFrom(at.origin, file)) {
      const item: HelmNode | undefined = at.items[segment];
      if (!item) return { depth: depth + 1 };
      at = item;
    } else return { node: at, depth };
  }
  return { node: at, depth: path.length };
}

/** Whether an origin is in a file of the stack; with an offset, whether it is the key (or item) that begins there. */
export function isFrom(origin: Origin, file: number, offset?: number): boolean {
  if (origin.kind !== "file" || origin.file !== file) return false;
  return offset === undefined || (origin.key ?? origin.value).offset === offset;
}
