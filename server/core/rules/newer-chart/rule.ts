import type { Rule } from "../engine/rule.ts";
import { doubtIn } from "../topics/chart-in-doubt.ts";

export const rule: Rule = {
  code: "newer-chart",
  severity: "information",
  onAnyLine: true,
  only: "chart",
  docs: {
    what: "The version of the chart is newer than the newest one that is known here.",
    why: "The newest known version is used instead. A key that it does not have is not reported, because the newer version may have it.",
  },
  check: (context) => doubtIn(context, "newer"),
};
