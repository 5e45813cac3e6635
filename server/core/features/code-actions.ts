import { type CodeAction, CodeActionKind, type Diagnostic, type Range } from "vscode-languageserver-types";
import type { Analysis } from "../analysis.ts";
import { check } from "../rules/check.ts";
import { severityOf } from "../rules/severity.ts";
import type { Schemas } from "../schema/schemas.ts";
import type { Settings } from "../settings.ts";

/** The ways to mend what is wrong in a range, best first; each says which of the client's diagnostics it mends. */
export async function codeActions(
  analysis: Analysis,
  schemas: Schemas,
  settings: Settings,
  range: Range,
  diagnostics: readonly Diagnostic[],
): Promise<CodeAction[]> {
  const from = analysis.text.offsetAt(range.start);
  const to = analysis.text.offsetAt(range.end);
  const actions: CodeAction[] = [];
  for (const finding of await check(analysis, schemas, settings)) {
    if (!finding.fixes || finding.end < from || finding.start > to) continue;
    if (severityOf(finding, settings) === "off") continue;
    const where = analysis.range(finding.start, finding.end);
    const mended = diagnostics.filter(
      (known) => known.code === finding.rule.code && sameRange(known.range, where),
    );
    for (const fix of finding.fixes()) {
      if (fix.edits.length === 0) continue;
      const edits = fix.edits.map((edit) => analysis.textEdit(edit));
      actions.push({
        title: fix.title,
        kind: CodeActionKind.QuickFix,
        diagnostics: mended,
        ...(fix.preferred ? { isPreferred: true } : {}),
        edit: { changes: { [analysis.text.uri]: edits } },
      });
    }
  }
  return actions;
}

function sameRange(a: Range, b: Range): boolean {
  return (
    a.start.line === b.start.line &&
    a.start.character === b.start.character &&
    a.end.line === b.end.line &&
    a.end.character === b.end.character
  );
}
