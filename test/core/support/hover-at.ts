import assert from "node:assert/strict";
import { MarkupContent } from "vscode-languageserver-types";
import type { DocumentKind } from "../../../server/core/wire/documents.ts";
import { analyse, engine, withCursor } from "./engine.ts";

/** The Markdown shown at the cursor, and the text it is shown for; `null` where nothing is shown. */
export function hoverAt(
  marked: string,
  kind: DocumentKind = "values",
): { markdown: string; over: string } | null {
  const { text, offset } = withCursor(marked);
  const analysis = analyse(text, kind);
  const hover = engine.hover(analysis, analysis.text.positionAt(offset));
  if (hover === null) return null;
  assert.ok(MarkupContent.is(hover.contents), "a hover is Markdown");
  assert.ok(hover.range, "a hover says what it is about");
  return { markdown: hover.contents.value, over: analysis.text.getText(hover.range) };
}
