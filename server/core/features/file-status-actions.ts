import * as l10n from "@vscode/l10n";
import { type CodeAction, CodeActionKind } from "vscode-languageserver-types";
import type { Analysis } from "../semantics/analysis.ts";

function answers() {
  return [
    { title: l10n.t("This is a values file of CAP Operator"), word: "values" },
    { title: l10n.t("This is not a values file of CAP Operator"), word: "off" },
  ] as const;
}

/** Actions that declare a file that is only likely a values file to be one, or not to be one. They are edits, so they can be undone. */
export function fileStatusActions(analysis: Analysis): CodeAction[] {
  const top = analysis.lines.start(0);
  return answers().flatMap(({ title, word }) => {
    const text = `# cap-operator: ${word}${analysis.style.lineBreak}`;
    const edits = analysis.textEdits([{ start: top, end: top, text }]);
    if (edits === undefined) return [];
    return [{ title, kind: CodeActionKind.QuickFix, edit: { changes: { [analysis.text.uri]: edits } } }];
  });
}
