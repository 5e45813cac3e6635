import type { Place } from "../engine/rule.ts";
import { confusionAt } from "./counterparts.ts";
import { isUnquotedLabelText } from "./label-text.ts";
import { shapeFault } from "./shapes.ts";

/** Whether a rule that knows more of a place says what is wrong with its type: then the general rules are silent. */
export function isClaimed(place: Place): boolean {
  return isUnquotedLabelText(place) || shapeFault(place) !== undefined || confusionAt(place) !== undefined;
}
