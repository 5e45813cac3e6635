import { shown } from "../../schema/shown.ts";
import { meantDuration, parseDuration } from "../../schema/types/duration.ts";
import { nameOf, textsMeaning } from "../engine/meanings.ts";
import { placeholderIn } from "../engine/placeholders.ts";
import { changeTextFix } from "../engine/rewrite.ts";
import type { Finding, Rule } from "../engine/rule.ts";

export const invalidDuration: Rule = {
  code: "invalid-duration",
  severity: "error",
  docs: {
    what: "A value that is not a duration such as `30m`, `2h` or `1h30m`, or not longer than zero.",
    why: "The operator reads durations as Go does: numbers, each with a unit (`h`, `m`, `s`, `ms`, `us`, `ns`), without spaces. With anything else it does not start.",
    wrong:
      "controller:\n  versionMonitoring:\n    metricsServerAddress: http://metrics.cluster-a.internal:9090\n    metricsEvaluationInterval: 2 hours",
    right:
      "controller:\n  versionMonitoring:\n    metricsServerAddress: http://metrics.cluster-a.internal:9090\n    metricsEvaluationInterval: 2h",
    fix: "Changes the value to the duration that was meant.",
  },
  check(context) {
    const findings: Finding[] = [];
    for (const { place, node, text } of textsMeaning(context, "duration")) {
      const duration = parseDuration(text);
      if ((duration !== undefined && duration > 0) || placeholderIn(text) !== undefined) continue;
      const wanted =
        duration === undefined ? "a duration such as 30m, 2h or 1h30m" : "a duration longer than zero";
      findings.push({
        start: node.offset,
        end: node.offset + node.length,
        message: `${nameOf(place)} must be ${wanted}, not ${shown(text)}.`,
        fixes: () => {
          const meant = meantDuration(text);
          return meant === undefined ? [] : changeTextFix(node, meant, true);
        },
      });
    }
    return findings;
  },
};
