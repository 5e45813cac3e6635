import { findModeline } from "../../yaml/modeline.ts";
import type { Finding, Rule, RuleContext } from "../engine/rule.ts";

export const unusableChart: Rule = {
  code: "unusable-chart",
  severity: "error",
  docs: {
    what: "The chart or version that the file is for cannot be used. The comment at the top, the release or a setting names it.",
    why: "The keys of the chart are not known, so the values are not checked against any chart.",
    wrong: "# cap-operator: values chart=./charts/missing.tgz\ncontroller:\n  replicas: 2",
    right: "# cap-operator: values version=0.34.0\ncontroller:\n  replicas: 2",
    unusable: "No chart found at ./charts/missing.tgz.",
  },
  check: (context) => doubtIn(context, "unusable"),
};

/** What is doubtful about the chart of a file: at the comment that names it, else on the first line. */
export function doubtIn({ analysis, root, document }: RuleContext, kind: "unusable" | "newer"): Finding[] {
  const { doubt } = document.schemas.chart;
  if (root.kind !== "values" || doubt?.kind !== kind || root !== analysis.roots[0]) return [];
  const { text } = analysis.file;
  const { chart, version } = (doubt.by === "modeline" && findModeline(text)) || {};
  const named = kind === "newer" || chart === undefined ? (version ?? chart) : chart;
  const at = named === undefined ? -1 : text.indexOf(`=${named}`) + 1;
  const { message } = doubt;
  if (named !== undefined && at > 0) return [{ start: at, end: at + named.length, message }];
  const { start } = root.document;
  const { lines } = analysis;
  return [{ start, end: start + lines.text(lines.lineAt(start)).length, message }];
}
