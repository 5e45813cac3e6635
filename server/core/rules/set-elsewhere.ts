import type { Path } from "../document/tree.ts";
import type { RuleContext } from "./rule.ts";
import { unknownProperties } from "./unknown-properties.ts";

/** Whether a key, or what holds it, stands in the wrong place: for the person it is set, and that is reported there. */
export function isMisplaced(context: RuleContext, path: Path): boolean {
  return unknownProperties(context).some(({ homes: [home], property }) => {
    const meant = home && [...home, property.keyNode.value];
    return meant?.every((segment, index) => path[index] === segment) ?? false;
  });
}
