import * as l10n from "@vscode/l10n";
import { type CodeAction, CodeActionKind, type Range, type TextEdit } from "vscode-languageserver";
import { fixAllIn } from "../../workspace/open/file-fixes.ts";
import type { OpenFile } from "../../workspace/open/open-files.ts";
import type { WorkspaceCheck } from "../notices/workspace-check.ts";
import type { ServerState } from "../state/state.ts";

/** The command that fixes all that a rule finds in the workspace; its argument is the code of the rule. */
export const FIX_RULE_COMMAND = "capOperator.fixRuleInWorkspace";

/**
 * The actions that fix all that the rules find of which something in a range can be fixed: in the whole file, if there is more of it, and in the workspace. Each
 * fix is tried out, together with the others of its file.
 */
export async function ruleFixes(
  { service, features, open }: ServerState,
  check: WorkspaceCheck,
  { analysis }: Pick<OpenFile, "analysis">,
  range: Range,
): Promise<CodeAction[]> {
  const { uri } = analysis.text;
  const actions: CodeAction[] = [];
  const file = await open(uri);
  for (const [code, count] of file ? await service.fixableRules(analysis, range) : []) {
    const edits = file && count > 1 ? await editsIn(service, file, code) : [];
    if (edits.length > 0) {
      const title = l10n.t("Fix all of this rule in this file ({0})", code);
      actions.push({ title, kind: CodeActionKind.QuickFix, edit: { changes: { [uri]: edits } } });
    }
    if (features.applyEdit && check.readsFiles) {
      const title = l10n.t("Fix all of this rule in the workspace ({0})", code);
      const command = { title, command: FIX_RULE_COMMAND, arguments: [code] };
      actions.push({ title, kind: CodeActionKind.QuickFix, command });
    }
  }
  return actions;
}

/** The edits that fix all that a rule finds in the files of the workspace, open or not, by address. */
export async function workspaceRuleFixes(
  { service }: ServerState,
  check: WorkspaceCheck,
  code: string,
): Promise<Record<string, TextEdit[]>> {
  const changes: Record<string, TextEdit[]> = {};
  await check.visit(async (file, uri) => {
    const edits = await editsIn(service, file, code);
    if (edits.length > 0) changes[uri] = edits;
  });
  return changes;
}

async function editsIn(service: ServerState["service"], file: OpenFile, code: string): Promise<TextEdit[]> {
  const actions = await fixAllIn(service, file, "likely", [code]);
  return actions.flatMap(({ edit }) => Object.values(edit?.changes ?? {}).flat());
}
