import { walk } from "../../yaml/lookup.ts";
import type { PropertyNode, ValueNode } from "../../yaml/tree.ts";

/** Whether a property contains an anchor: moving or removing it may leave aliases without their anchor. */
export function holdsAnchor({ valueNode }: PropertyNode): boolean {
  let found = false;
  walk(valueNode, (node) => {
    if (node.anchor !== undefined) found = true;
  });
  return found;
}

/** Whether a value is used only at its own place, so that changing it changes nothing else. */
export function isUnshared({ anchor }: ValueNode): boolean {
  return anchor === undefined;
}
