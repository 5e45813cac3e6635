import type { Path } from "../document/tree.ts";
import { isBeingTyped } from "./being-typed.ts";
import type { RuleContext } from "./rule.ts";
import { unknownProperties } from "./unknown-properties.ts";

/** Whether a key is set for the person, though Helm does not see it: it stands in the wrong place, or is being typed. */
export function isMeant(context: RuleContext, path: Path): boolean {
  return isMisplaced(context, path) || isBeingTyped(context, path);
}

/** Whether a key, or what holds it, stands in the wrong place, which is reported there. */
function isMisplaced(context: RuleContext, path: Path): boolean {
  return unknownProperties(context).some(({ homes: [home], property }) => {
    const meant = home && [...home, property.keyNode.value];
    return meant?.every((segment, index) => path[index] === segment) ?? false;
  });
}
