import type { Rule } from "../engine/rule.ts";
import { doubtIn } from "../topics/chart-in-doubt.ts";

export const rule: Rule = {
  code: "newer-chart",
  severity: "information",
  onAnyLine: true,
  only: "chart",
  docs: {
    what: "The version of the chart is newer than the newest one that is known here.",
    why: "The newest known version is used instead. A key that it does not have is not reported, because the newer version may have it. It is a warning if the version is far from the newest one and one letter from a known one, as 0.43.0 is from 0.34.0.",
  },
  check: (context) => doubtIn(context, "newer"),
};
