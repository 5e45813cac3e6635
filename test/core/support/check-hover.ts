import assert from "node:assert/strict";
import { MarkupContent } from "vscode-languageserver-types";
import type { DocumentKind } from "../../../server/core/yaml/tree.ts";
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

/** The hover at the cursor holds each of these texts, or matches each of these patterns; `null` expects no hover. */
export function checkHover(
  marked: string,
  expectations: readonly (string | RegExp)[] | null,
  kind: DocumentKind = "values",
): void {
  const shown = hoverAt(marked, kind);
  if (expectations === null) {
    assert.equal(shown, null);
    return;
  }
  assert.ok(shown, "there is no hover");
  for (const expected of expectations) {
    if (typeof expected === "string")
      assert.ok(shown.markdown.includes(expected), `${expected}\nis not in\n${shown.markdown}`);
    else assert.match(shown.markdown, expected);
  }
}
