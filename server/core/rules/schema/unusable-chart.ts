import { findModeline } from "../../yaml/modeline.ts";
import type { Rule } from "../engine/rule.ts";

export const unusableChart: Rule = {
  code: "unusable-chart",
  severity: "warning",
  docs: {
    what: "The comment at the top names a chart by its path, and that chart cannot be used.",
    why: "The values are checked against a different chart than intended.",
    wrong: "# cap-operator: values chart=./charts/missing.tgz\ncontroller:\n  replicas: 2",
    right: "# cap-operator: values version=0.34.0\ncontroller:\n  replicas: 2",
    unusable: "No chart found at this path, or it cannot be read.",
  },
  check({ analysis, root }) {
    const { text } = analysis.file;
    const { chart } = findModeline(text) ?? {};
    const problem = analysis.stack?.chart?.modeline?.problem;
    if (chart === undefined || problem === undefined || root !== analysis.roots[0]) return [];
    const start = text.indexOf(`chart=${chart}`) + "chart=".length;
    return [{ start, end: start + chart.length, message: problem }];
  },
};
