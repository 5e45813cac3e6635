import type { Rule } from "../engine/rule.ts";
import { doubtIn } from "../topics/chart-in-doubt.ts";

export const rule: Rule = {
  code: "unusable-chart",
  severity: "error",
  onAnyLine: true,
  only: "chart",
  docs: {
    what: "The chart or version that the file is for cannot be used. The comment at the top, the release or a setting names it.",
    why: "The chart does not exist, Helm cannot load it, or it contains a link to a place that may not be read. The keys of the chart are not known, so the values are not checked against any chart.",
  },
  check: (context) => doubtIn(context, "unusable"),
};
