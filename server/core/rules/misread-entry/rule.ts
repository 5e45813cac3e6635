import { faultText } from "../../fault-text.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import { isUnshared } from "../engine/anchors.ts";
import { misreadEntries } from "../engine/misread-entries.ts";
import type { Rule } from "../engine/rule.ts";
import { slipTitle } from "../engine/sentences.ts";

export const rule: Rule = {
  code: "misread-entry",
  severity: "error",
  onAnyLine: true,
  unreadable: true,
  docs: {
    what: "One character is missing, too many or another one, so an entry is read as something else: `replicas:2` is a text, and in braces a key without a value.",
    why: "YAML needs a space after the colon of a key and after the dash of an item, and takes `=`, bullets and no-break spaces as text. Nothing else is reported about the entry until this is corrected.",
    fix: "Inserts the missing space or colon, writes a colon or dash for another character, and replaces spaces of other kinds.",
  },
  check(context) {
    return misreadEntries(context).map(({ node, about, slips, isPossible }) => ({
      ...rangeOf(node),
      about,
      ...(isPossible && { severity: "warning" as const }),
      message: faultText(slips[0].fault),
      fixes: () => [
        {
          title: slipTitle(slips[0].fault),
          edits: slips.flatMap(({ edits }) => edits),
          preferred: about.type === "object" || isUnshared(about),
          mendsSlip: true,
        },
      ],
    }));
  },
};
