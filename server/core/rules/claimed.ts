import { isUnquotedLabelText } from "./label-text.ts";
import type { Place, RuleContext } from "./rule.ts";
import { shapeFault } from "./shapes.ts";

/** Whether a rule that knows more of a place says what is wrong with its type: then the general rules are silent. */
export function isClaimed(context: Pick<RuleContext, "placeOf">, place: Place): boolean {
  return isUnquotedLabelText(context, place) || shapeFault(place) !== undefined;
}
