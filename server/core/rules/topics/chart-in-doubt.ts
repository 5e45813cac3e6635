import { findModeline } from "../../yaml/modeline.ts";
import type { Finding, RuleContext } from "../engine/rule.ts";

/** The doubt about the chart of a file: at the comment that names it, else on the first line. */
export function doubtIn(context: RuleContext, kind: "unusable" | "newer"): Finding[] {
  const { analysis, root, document } = context;
  const { doubt } = document.schemas.chart;
  if (doubt?.kind !== kind || root !== analysis.roots[0]) return [];
  const { text } = analysis.file;
  const modeline = doubt.by === "modeline" ? findModeline(text) : undefined;
  const { chart, version } = modeline ?? {};
  const named = kind === "newer" || chart === undefined ? (version ?? chart) : chart;
  const place = placeOfName(context, named);
  const lineEnd = text.indexOf("\n", place.end);
  // The version may be written after the name of the chart.
  const unfinished = modeline && { start: place.start, end: lineEnd < 0 ? text.length : lineEnd };
  const { severity, message } = doubt;
  return [{ ...place, severity, unfinished, message }];
}

/** The place in the comment at the top that names the chart or its version, else the first line. */
export function placeOfName(
  { analysis: { file, lines }, root }: RuleContext,
  named: string | undefined,
): { readonly start: number; readonly end: number } {
  const offset = named === undefined ? -1 : file.text.indexOf(`=${named}`) + 1;
  if (named !== undefined && offset > 0) return { start: offset, end: offset + named.length };
  const { start } = root.document;
  return { start, end: start + lines.text(lines.lineAt(start)).length };
}
