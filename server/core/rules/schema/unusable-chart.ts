import { findModeline } from "../../yaml/modeline.ts";
import type { Finding, Rule, RuleContext } from "../engine/rule.ts";

export const unusableChart: Rule = {
  code: "unusable-chart",
  severity: "error",
  docs: {
    what: "The chart or version that the file is for cannot be used. The comment at the top, the release or a setting names it.",
    why: "The chart does not exist, Helm cannot load it, or it contains a link to a place that may not be read. The keys of the chart are not known, so the values are not checked against any chart.",
    wrong: "# cap-operator: values chart=./charts/missing.tgz\ncontroller:\n  replicas: 2",
    right: "# cap-operator: values version=0.34.0\ncontroller:\n  replicas: 2",
    unusable: "No chart found at ./charts/missing.tgz.",
  },
  check: (context) => doubtIn(context, "unusable"),
};

/** What is doubtful about the chart of a file: at the comment that names it, else on the first line. */
export function doubtIn(context: RuleContext, kind: "unusable" | "newer"): Finding[] {
  const { analysis, root, document } = context;
  const { doubt } = document.schemas.chart;
  if (root.kind !== "values" || doubt?.kind !== kind || root !== analysis.roots[0]) return [];
  const { text } = analysis.file;
  const modeline = doubt.by === "modeline" ? findModeline(text) : undefined;
  const { chart, version } = modeline ?? {};
  const named = kind === "newer" || chart === undefined ? (version ?? chart) : chart;
  const place = placeOfName(context, named);
  const lineEnd = text.indexOf("\n", place.end);
  // The version may be written after the name of the chart.
  const unfinished = modeline && { start: place.start, end: lineEnd < 0 ? text.length : lineEnd };
  return [{ ...place, unfinished, message: doubt.message }];
}

/** Where the comment at the top names the chart or its version, else the first line. */
export function placeOfName(
  { analysis: { file, lines }, root }: RuleContext,
  named: string | undefined,
): { readonly start: number; readonly end: number } {
  const at = named === undefined ? -1 : file.text.indexOf(`=${named}`) + 1;
  if (named !== undefined && at > 0) return { start: at, end: at + named.length };
  const { start } = root.document;
  return { start, end: start + lines.text(lines.lineAt(start)).length };
}
