import { nodeAt } from "../document/lookup.ts";
import type { Place, RuleContext } from "./rule.ts";

/** The template expressions (`{{ ... }}`) of a document that stand where the chart expects a value. */
export function templatesIn({
  analysis,
  root,
  placeOf,
}: Pick<RuleContext, "analysis" | "root" | "placeOf">): { start: number; end: number }[] {
  const { text } = analysis.file;
  const found: { start: number; end: number }[] = [];
  const expression = /\{\{.*?\}\}|\{\{[^\n]*/g;
  expression.lastIndex = root.document.start;
  for (
    let match = expression.exec(text);
    match && match.index < root.document.end;
    match = expression.exec(text)
  ) {
    if (isComment(text, match.index)) continue;
    const node = nodeAt(root.node, match.index);
    const place = node && placeOf(node);
    if (place && isFreeText(place)) continue;
    found.push({ start: match.index, end: match.index + match[0].length });
  }
  return found;
}

/** Quoted text in a map of labels or annotations may hold braces for someone else to render. */
function isFreeText({ node, path, schemas }: Place): boolean {
  if (node.type !== "string" || node.style === "plain") return false;
  return (
    schemas.length === 0 ||
    (path.length > 0 && schemas.every((schema) => !schema.hasDefault && !schema.shared))
  );
}

function isComment(text: string, at: number): boolean {
  const start = text.lastIndexOf("\n", at) + 1;
  return /^\s*#|\s#/.test(text.slice(start, at));
}
