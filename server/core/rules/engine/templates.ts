import { nodeAt } from "../../yaml/lookup.ts";
import type { Place, RuleContext, TemplateRange } from "./rule.ts";

/** The template expressions (`{{ ... }}`) of a document where the chart expects a value. */
export function templatesIn({
  analysis,
  root,
  document,
  placeOf,
}: Pick<RuleContext, "analysis" | "root" | "document" | "placeOf">): TemplateRange[] {
  const { start, end } = root.document;
  const text = analysis.file.text.slice(start, end);
  if (!root.kind.isMerged || !text.includes("{{")) return [];
  const { reads } = document.schemas.chart.atHand ?? {};
  const found: TemplateRange[] = [];
  /** The end of the comment that began last. */
  let commentEnd = 0;
  for (const { 0: expression, index } of text.matchAll(TEMPLATES_AND_COMMENTS)) {
    if (index < commentEnd || expression.startsWith("#")) continue;
    if (/\s#/.test(expression)) commentEnd = endOfLine(text, index);
    const node = nodeAt(root.node, start + index);
    const place = node && placeOf(node);
    if (place && isFreeText(place)) continue;
    // The texts that a chart renders are not known until its templates have been followed.
    const isRendered =
      node?.type === "string" &&
      place !== undefined &&
      reads !== undefined &&
      (reads === "pending" || reads.isTemplate(place.path.map(String)));
    found.push({ start: start + index, end: start + index + expression.length, isRendered });
  }
  return found;
}

/** Quoted text in a map of labels or annotations may contain braces that something else renders. */
function isFreeText({ node, path, schemas }: Place): boolean {
  if (node.type !== "string" || node.style === "plain") return false;
  return (
    schemas.length === 0 ||
    (path.length > 0 && schemas.every((schema) => !schema.hasDefault && !schema.shared))
  );
}

/** Each comment is one match, so that a line is read once, however many templates it has. */
const TEMPLATES_AND_COMMENTS = /(?<!\S)#[^\n]*|\{\{(?:[^}\r\n]|\}(?!\}))*(?:\}\})?/g;

function endOfLine(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end === -1 ? text.length : end;
}
