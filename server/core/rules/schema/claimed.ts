import type { Place } from "../engine/rule.ts";
import { confusionAt } from "./counterparts.ts";
import { isUnquotedLabelText } from "./label-text.ts";
import { shapeFault } from "./shapes.ts";

/** Whether a more specific rule reports a wrong type at this place; the general rules then say nothing. */
export function isClaimed(place: Place): boolean {
  return isUnquotedLabelText(place) || shapeFault(place) !== undefined || confusionAt(place) !== undefined;
}
