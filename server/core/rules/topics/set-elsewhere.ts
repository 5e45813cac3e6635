import type { Path } from "../../yaml/tree.ts";
import { isBeingTyped } from "../engine/being-typed.ts";
import type { RuleContext } from "../engine/rule.ts";
import { unknownProperties } from "./unknown-properties.ts";

/**
 * True for a key that is set as far as the user knows, although Helm does not see it: it is in the wrong place, is being typed, or may be in
 * values that are not known here.
 */
export function isSetElsewhere(context: RuleContext, path: Path): boolean {
  const { isPartial } = context.document.release.stack;
  return isPartial === true || isMisplaced(context, path) || isBeingTyped(context, path);
}

/** True if a key, or the mapping around it, is in the wrong place, which another rule reports. */
function isMisplaced(context: RuleContext, path: Path): boolean {
  return unknownProperties(context).some(({ homes: [home], property }) => {
    const meant = home && [...home, property.key];
    return meant?.every((segment, index) => path[index] === segment) ?? false;
  });
}
