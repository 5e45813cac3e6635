import type { CodeAction, TextEdit } from "vscode-languageserver-types";
import type { Analysis } from "../analysis.ts";
import type { Edit } from "../document/edits.ts";
import { check } from "../rules/check.ts";
import { severityOf } from "../rules/severity.ts";
import type { Schemas } from "../schema/schemas.ts";
import type { Settings } from "../settings.ts";

/** The kind of the action that mends all that can be mended without asking. */
export const FIX_ALL_KIND = "source.fixAll.capOperator";

/** One action with every fix that is safe: it changes how Helm reads a value to what its text says, and nothing else. */
export async function fixAll(
  analysis: Analysis,
  schemas: Schemas,
  settings: Settings,
): Promise<CodeAction | null> {
  const edits: Edit[] = [];
  for (const finding of await check(analysis, schemas, settings)) {
    if (severityOf(finding, settings) === "off") continue;
    const fix = finding.fixes?.().find((candidate) => candidate.safe);
    if (fix && !fix.edits.some((edit) => edits.some((known) => overlaps(edit, known))))
      edits.push(...fix.edits);
  }
  if (edits.length === 0) return null;
  const changes: TextEdit[] = edits.map((edit) => analysis.textEdit(edit));
  return {
    title: "Fix all that is safe to fix",
    kind: FIX_ALL_KIND,
    edit: { changes: { [analysis.text.uri]: changes } },
  };
}

function overlaps(a: Edit, b: Edit): boolean {
  return a.start <= b.end && b.start <= a.end;
}
