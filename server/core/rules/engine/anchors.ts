import { walk } from "../../yaml/lookup.ts";
import { memo } from "../../yaml/memo.ts";
import type { PropertyNode, ValueNode, ValuesRoot, YamlNode } from "../../yaml/tree.ts";

/** Whether a value, or that of a property, contains an anchor: moving or removing it may leave aliases without their anchor. */
export function holdsAnchor(place: PropertyNode | ValueNode): boolean {
  let found = false;
  walk(place.type === "property" ? place.valueNode : place, (node) => {
    if (node.anchor !== undefined) found = true;
  });
  return found;
}

/** Whether a value is used only at its own place, so that changing it changes nothing else. */
export function isUnshared({ anchor }: ValueNode): boolean {
  return anchor === undefined;
}

/** The aliases of a document that have an anchor, each with its target. */
const aliasesIn = memo((root: ValuesRoot) => {
  const found: { readonly offset: number; readonly target: YamlNode }[] = [];
  walk(root.node, ({ offset, target }) => {
    if (target) found.push({ offset, target });
  });
  return found;
});

/** Whether a property holds an anchor that an alias outside of it uses. */
export function isUsedElsewhere(root: ValuesRoot, { offset, length, valueNode }: PropertyNode): boolean {
  const isInside = (at: number) => offset <= at && at < offset + length;
  const aliases = aliasesIn(root).filter((alias) => !isInside(alias.offset));
  return aliases.some(({ target }) => target === valueNode || isInside(target.offset));
}
