import assert from "node:assert/strict";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { CodeAction } from "vscode-languageserver-types";
import type { ChartReference } from "../../../server/core/chart/chart.ts";
import type { DocumentKind } from "../../../server/core/wire/documents.ts";
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
