import * as l10n from "@vscode/l10n";
import { type CodeAction, CodeActionKind, type Diagnostic, type Range } from "vscode-languageserver-types";
import { check } from "../rules/check.ts";
import type { Fix, RuleFinding } from "../rules/engine/rule.ts";
import { severityOf } from "../rules/engine/severity.ts";
import { ignorer } from "../rules/ignore.ts";
import { MOST_FINDINGS, proposals } from "../rules/proposals.ts";
import type { Analysis } from "../semantics/analysis.ts";
import type { Semantics } from "../semantics/semantics.ts";
import type { Settings } from "../settings.ts";
import { groupBy } from "../yaml/group-by.ts";
import { boundedSentence } from "../yaml/shown.ts";

/**
 * The fixes for findings in a range, best first, then the actions that ignore them, and last the fixes that remove a block. Each names the
 * client's diagnostics that it is about. Each fix is tried out first, which takes time in a long file: before each one, `mayGoOn` lets other
 * work run. If it returns `false`, there are no actions. If not all fixes were tried, the last action is disabled and gives the reason.
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
  const known = groupBy(diagnostics, diagnosticKey);
  const actions = (finding: RuleFinding, fixes: readonly Fix[]): CodeAction[] => {
    const { rule, message } = finding;
    const about = known.get(
      diagnosticKey({ code: rule.code, message, range: analysis.range(finding.start, finding.end) }),
    );
    return fixes.flatMap((fix) => action(analysis, fix, about ?? []) ?? []);
  };
  const tried = await proposals(semantics, settings, found, mayGoOn);
  if (tried === undefined) return [];
  const { held, left } = tried;
  const made = (some: typeof held) => some.flatMap(({ finding, fix }) => actions(finding, [fix]));
  const mending = made(held.filter(({ fix }) => !fix.losesBlock));
  const losing = made(held.filter(({ fix }) => fix.losesBlock));
  const ignoring = ignorer(analysis);
  const inFile = groupBy(await check(semantics, settings), ({ rule }) => rule);
  const ignored = found
    .slice(0, MOST_FINDINGS)
    .flatMap((finding) => actions(finding, ignoring(finding, (inFile.get(finding.rule)?.length ?? 0) > 1)));
  const more = left.length > 0 ? [moreBelow(left.length)] : [];
  return [...mending, ...withoutRepeated(ignored), ...losing, ...more];
}

/** The key by which a diagnostic of the client is matched with its finding. */
function diagnosticKey({
  code,
  message,
  range: { start, end },
}: Pick<Diagnostic, "code" | "message" | "range">): string {
  const said = typeof message === "string" ? message : message.value;
  // The codes of rules are texts; a client may send back anything in their place.
  const known = typeof code === "string" ? code : "";
  return [start.line, start.character, end.line, end.character, known, said].join(" ");
}

/** A disabled action in place of the fixes that were not tried, with the reason. */
function moreBelow(left: number): CodeAction {
  const title = l10n.t("More fixes: select fewer lines");
  const reason = l10n.t(
    "The fixes of {0} problems were not tested, because there are too many. Select fewer lines.",
    left,
  );
  return { title, kind: CodeActionKind.QuickFix, disabled: { reason } };
}

function action(
  analysis: Analysis,
  { title, preferred, edits }: Fix,
  about: readonly Diagnostic[],
): CodeAction | undefined {
  const made = analysis.textEdits(edits);
  if (made === undefined) return undefined;
  return {
    title: boundedSentence(title),
    kind: CodeActionKind.QuickFix,
    diagnostics: [...about],
    ...(preferred ? { isPreferred: true } : {}),
    edit: { changes: { [analysis.text.uri]: made } },
  };
}

/** One comment silences everything that a rule finds on a line or in the file, so it is offered once. */
function withoutRepeated(actions: readonly CodeAction[]): CodeAction[] {
  const known = new Map<string, CodeAction>();
  for (const action of actions) {
    const key = JSON.stringify([action.title, action.edit]);
    const same = known.get(key);
    if (same) for (const each of action.diagnostics ?? []) same.diagnostics?.push(each);
    else known.set(key, action);
  }
  return [...known.values()];
}
