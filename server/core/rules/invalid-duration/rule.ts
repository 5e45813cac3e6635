import * as l10n from "@vscode/l10n";
import { meantDuration, parseDuration } from "../../schema/types/duration.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import { shown } from "../../yaml/shown.ts";
import { changeTextFix } from "../engine/fixes.ts";
import { textsMeaning } from "../engine/meanings.ts";
import type { Finding, Place, Rule, RuleContext } from "../engine/rule.ts";
import { placeName } from "../engine/sentences.ts";
import { removeFix } from "../topics/other-key.ts";

export const rule: Rule = {
  code: "invalid-duration",
  severity: "error",
  docs: {
    what: "A value that is not a valid duration such as `30m`, `2h` or `1h30m`, or that is not longer than zero.",
    why: "The operator reads durations as Go does: numbers, each with a unit (`h`, `m`, `s`, `ms`, `us`, `ns`), without spaces. With anything else it does not start, or silently uses a duration of its own.",
    fix: "Changes the value to the duration that was meant, or removes the key, so that its default applies.",
  },
  check(context) {
    const findings: Finding[] = [];
    for (const { place, node, text } of textsMeaning(context, "duration")) {
      const { insteadOfInvalid, shortest } = place.schemas[0]?.annotations ?? {};
      const duration = parseDuration(text);
      const least = shortest === undefined ? 0 : (parseDuration(shortest) ?? 0);
      if (duration !== undefined && duration > 0 && duration >= least) continue;
      // If the definition of a resource wants a text, a number is refused, and the operator gets no duration at all.
      const isRead = node.type === "string" || context.root.kind.isMerged;
      const fault = faultText(placeName(place), text, duration, shortest);
      const instead =
        insteadOfInvalid === undefined || !isRead
          ? []
          : [l10n.t("The operator would use {0}.", insteadOfInvalid)];
      findings.push({
        ...rangeOf(node),
        message: [fault, ...instead].join(" "),
        // The API server takes it, and the operator uses a duration of its own.
        ...(instead.length > 0 && isAccepted(context, place, text) && { severity: "warning" }),
        fixes: () => {
          const meant = meantDuration(text);
          if (meant !== undefined) return changeTextFix(context, node, meant, true);
          return place.parent && place.property ? removeFix(context, place.parent, place.property) : [];
        },
      });
    }
    return findings;
  },
};

/** True if a text matches the pattern that the definition of the resource has for it. */
function isAccepted({ document }: RuleContext, { schemas: [schema] }: Place, text: string): boolean {
  const pattern = schema?.limits?.pattern;
  return pattern !== undefined && document.schemas.chart.resource?.matches(pattern, text) === true;
}

function faultText(
  name: string,
  text: string,
  duration: number | undefined,
  shortest: string | undefined,
): string {
  if (duration === undefined) {
    return l10n.t("{0} must be a duration such as 30m, 2h or 1h30m, not {1}.", name, shown(text));
  }
  return shortest === undefined
    ? l10n.t("{0} must be a duration longer than zero, not {1}.", name, shown(text))
    : l10n.t("{0} must be a duration of at least {1}, not {2}.", name, shortest, shown(text));
}
