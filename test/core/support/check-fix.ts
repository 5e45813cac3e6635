import assert from "node:assert/strict";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type CodeAction, CodeActionKind } from "vscode-languageserver-types";
import type { ChartReference } from "../../../server/core/chart/chart.ts";
import type { DocumentKind } from "../../../server/core/yaml/tree.ts";
import { analyse, engine, withCursor } from "./engine.ts";

/** The quick fixes offered at the cursor, in order, without those that only silence a rule. */
export async function fixesAt(
  marked: string,
  kind: DocumentKind = "values",
  chart?: ChartReference,
): Promise<CodeAction[]> {
  return (await actionsAt(marked, kind, chart)).filter(({ title }) => !title.startsWith("Ignore this rule "));
}

/** Everything that the lightbulb offers at the cursor, in order. */
export async function actionsAt(
  marked: string,
  kind: DocumentKind = "values",
  chart?: ChartReference,
): Promise<CodeAction[]> {
  const { text, offset } = withCursor(marked);
  const analysis = analyse(text, kind, chart);
  const position = analysis.text.positionAt(offset);
  const diagnostics = await engine.diagnostics(analysis);
  return engine.codeActions(analysis, { start: position, end: position }, diagnostics);
}

/** A text after applying a quick fix. */
export function applyFix(text: string, fix: CodeAction): string {
  const document = TextDocument.create("file:///values.yaml", "yaml", 1, text);
  const edits = fix.edit?.changes?.[document.uri];
  assert.ok(edits, `"${fix.title}" changes nothing`);
  return TextDocument.applyEdits(document, edits);
}

/** The fix with this title, offered at the cursor, gives `after`. */
export async function checkFix(
  marked: string,
  title: string,
  after: string,
  kind: DocumentKind = "values",
  chart?: ChartReference,
): Promise<void> {
  const fixes = await fixesAt(marked, kind, chart);
  const fix = fixes.find((candidate) => candidate.title === title);
  assert.ok(fix, `"${title}" is not offered, but: ${fixes.map((other) => other.title).join(", ")}`);
  assert.equal(fix.kind, CodeActionKind.QuickFix);
  assert.equal(fix.diagnostics?.length, 1, "a fix names the diagnostic that it mends");
  assert.equal(applyFix(withCursor(marked).text, fix), after);
}

/** Exactly these fixes are offered at the cursor, in this order; a leading `*` marks the preferred one. */
export async function checkFixTitles(
  marked: string,
  titles: readonly string[],
  kind: DocumentKind = "values",
  chart?: ChartReference,
): Promise<void> {
  const fixes = await fixesAt(marked, kind, chart);
  assert.deepEqual(
    fixes.map((fix) => (fix.isPreferred ? `*${fix.title}` : fix.title)),
    titles,
  );
}
