import { walk } from "../../yaml/lookup.ts";
import type { PropertyNode, ValueNode } from "../../yaml/tree.ts";

/** Whether an anchor stands in a property: when it is moved or removed, aliases of it may be left without. */
export function holdsAnchor({ valueNode }: PropertyNode): boolean {
  let found = false;
  walk(valueNode, (node) => {
    if (node.anchor !== undefined) found = true;
  });
  return found;
}

/** Whether a value is used where it stands and nowhere else, so that changing it changes nothing else. */
export function isUnshared({ anchor }: ValueNode): boolean {
  return anchor === undefined;
}
