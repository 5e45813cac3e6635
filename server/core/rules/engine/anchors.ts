import type { ValuesRoot } from "../../kinds.ts";
import { walk } from "../../yaml/lookup.ts";
import { memo } from "../../yaml/memo.ts";
import type { PropertyNode, ValueNode, YamlNode } from "../../yaml/tree.ts";

/** True if a value, or that of a property, contains an anchor: moving or removing it may leave aliases without their anchor. */
export function holdsAnchor(place: PropertyNode | ValueNode): boolean {
  let found = false;
  walk(place.type === "property" ? place.valueNode : place, (node) => {
    if (node.anchor !== undefined) found = true;
  });
  return found;
}

/** True if a value is used only at its own place, so that changing it changes nothing else. */
export function isUnshared({ anchor }: ValueNode): boolean {
  return anchor === undefined;
}

/** The first and the last alias of a value. */
interface Uses {
  readonly first: number;
  readonly last: number;
}

/** The first and the last alias of each anchored value of a document; `targets` has the values in the order of the text. */
const usesIn = memo((root: ValuesRoot) => {
  const found = new Map<YamlNode, Uses>();
  walk(root.node, ({ offset, target }) => {
    if (target) found.set(target, { first: found.get(target)?.first ?? offset, last: offset });
  });
  const targets = [...found.keys()].sort((a, b) => a.offset - b.offset);
  return { uses: found, targets };
});

/** True if a property holds an anchor that an alias outside of it uses. */
export function isUsedElsewhere(root: ValuesRoot, { offset, length, valueNode }: PropertyNode): boolean {
  const end = offset + length;
  const { uses, targets } = usesIn(root);
  const isUsedOutside = (target: YamlNode) => {
    const use = uses.get(target);
    return use !== undefined && (use.first < offset || use.last >= end);
  };
  if (isUsedOutside(valueNode)) return true;
  for (let index = firstFrom(targets, offset); index < targets.length; index++) {
    const target = targets[index];
    if (!target || target.offset >= end) return false;
    if (isUsedOutside(target)) return true;
  }
  return false;
}

/** The index of the first node at an offset or after it. */
function firstFrom(nodes: readonly YamlNode[], offset: number): number {
  let [low, high] = [0, nodes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((nodes[middle]?.offset ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
