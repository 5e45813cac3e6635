import { shown } from "../../schema/shown.ts";
import { meantDuration, parseDuration } from "../../schema/types/duration.ts";
import { nameOf, textsMeaning } from "../engine/meanings.ts";
import { placeholderIn } from "../engine/placeholders.ts";
import { changeTextFix } from "../engine/rewrite.ts";
import type { Finding, Place, Rule, RuleContext } from "../engine/rule.ts";
import { removeFix } from "../schema/other-key.ts";

export const invalidDuration: Rule = {
  code: "invalid-duration",
  severity: "error",
  docs: {
    what: "A value that is not a duration such as `30m`, `2h` or `1h30m`, or not longer than zero.",
    why: "The operator reads durations as Go does: numbers, each with a unit (`h`, `m`, `s`, `ms`, `us`, `ns`), without spaces. With anything else it does not start, or silently uses a duration of its own.",
    wrong:
      "controller:\n  versionMonitoring:\n    metricsServerAddress: http://metrics.cluster-a.internal:9090\n    metricsEvaluationInterval: 2 hours",
    right:
      "controller:\n  versionMonitoring:\n    metricsServerAddress: http://metrics.cluster-a.internal:9090\n    metricsEvaluationInterval: 2h",
    fix: "Changes the value to the duration that was meant, or removes the key, so that its default counts.",
  },
  check(context) {
    const findings: Finding[] = [];
    for (const { place, node, text } of textsMeaning(context, "duration")) {
      const { insteadOfInvalid, shortest } = place.schemas[0]?.annotations ?? {};
      const duration = parseDuration(text);
      const least = shortest === undefined ? 0 : (parseDuration(shortest) ?? 0);
      if (placeholderIn(text) !== undefined) continue;
      if (duration !== undefined && duration > 0 && duration >= least) continue;
      const wanted = wantedDuration(duration, shortest);
      // A resource is refused, and nobody uses anything, if its definition wants a text.
      const isRead = node.type === "string" || context.root.kind === "values";
      const instead =
        insteadOfInvalid === undefined || !isRead ? "" : ` The operator would use ${insteadOfInvalid}.`;
      findings.push({
        start: node.offset,
        end: node.offset + node.length,
        message: `${nameOf(place)} must be ${wanted}, not ${shown(text)}.${instead}`,
        // The API server takes it, and the operator goes on with a duration of its own.
        ...(instead !== "" && isAccepted(context, place, text) && { severity: "warning" }),
        fixes: () => {
          const meant = meantDuration(text);
          if (meant !== undefined) return changeTextFix(node, meant, true);
          return place.parent && place.property ? removeFix(context, place.parent, place.property) : [];
        },
      });
    }
    return findings;
  },
};

/** Whether the definition of the resource has a pattern for a text, which the text matches. */
function isAccepted({ document }: RuleContext, { schemas: [schema] }: Place, text: string): boolean {
  const pattern = schema?.limits?.pattern;
  return pattern !== undefined && document.schemas.chart.resource?.matches(pattern, text) === true;
}

function wantedDuration(duration: number | undefined, shortest: string | undefined): string {
  if (duration === undefined) return "a duration such as 30m, 2h or 1h30m";
  return shortest === undefined ? "a duration longer than zero" : `a duration of at least ${shortest}`;
}
