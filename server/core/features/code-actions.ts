import { type CodeAction, CodeActionKind, type Diagnostic, type Range } from "vscode-languageserver-types";
import { check } from "../rules/check.ts";
import type { Fix, RuleFinding } from "../rules/engine/rule.ts";
import { severityOf } from "../rules/engine/severity.ts";
import { ignorer } from "../rules/ignore.ts";
import { proposals } from "../rules/proposals.ts";
import type { Analysis } from "../semantics/analysis.ts";
import type { Semantics } from "../semantics/semantics.ts";
import type { Settings } from "../settings.ts";
import { isSameRange } from "../yaml/fixed-text.ts";
import { boundedSentence } from "../yaml/shown.ts";

/**
 * The fixes for what is wrong in a range, best first, then the actions that have it ignored. Each names the client's diagnostics
 * that it is about. Each fix is tried out first, which takes time in a long file: before each one, `mayGoOn` lets other work run.
 * If it returns `false`, there are no actions.
 */
export async function codeActions(
  semantics: Semantics,
  settings: Settings,
  range: Range,
  diagnostics: readonly Diagnostic[],
  mayGoOn: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<CodeAction[]> {
  const { analysis } = semantics;
  const from = analysis.text.offsetAt(range.start);
  const to = analysis.text.offsetAt(range.end);
  const found = (await check(semantics, settings)).filter(
    (finding) => finding.end >= from && finding.start <= to && severityOf(finding, settings) !== "off",
  );
  const actions = (finding: RuleFinding, fixes: readonly Fix[]): CodeAction[] => {
    const where = analysis.range(finding.start, finding.end);
    const about = diagnostics.filter(
      (known) =>
        known.code === finding.rule.code &&
        known.message === finding.message &&
        isSameRange(known.range, where),
    );
    return fixes.map((fix) => action(analysis, fix, about));
  };
  const held = await proposals(semantics, settings, found, mayGoOn);
  if (held === undefined) return [];
  const mending = held.flatMap(({ finding, fix }) => actions(finding, [fix]));
  const ignoring = ignorer(analysis);
  const ignored = found.flatMap((finding) => actions(finding, ignoring(finding)));
  return [...mending, ...withoutRepeated(ignored)];
}

function action(
  analysis: Analysis,
  { title, preferred, edits }: Fix,
  about: readonly Diagnostic[],
): CodeAction {
  return {
    title: boundedSentence(title),
    kind: CodeActionKind.QuickFix,
    diagnostics: [...about],
    ...(preferred ? { isPreferred: true } : {}),
    edit: { changes: { [analysis.text.uri]: edits.map((edit) => analysis.textEdit(edit)) } },
  };
}

/** One comment silences everything that a rule finds on a line or in the file, so it is offered once. */
function withoutRepeated(actions: readonly CodeAction[]): CodeAction[] {
  const known = new Map<string, CodeAction>();
  for (const one of actions) {
    const key = JSON.stringify([one.title, one.edit]);
    const same = known.get(key);
    const diagnostics = [...(same?.diagnostics ?? []), ...(one.diagnostics ?? [])];
    known.set(key, { ...one, diagnostics });
  }
  return [...known.values()];
}
