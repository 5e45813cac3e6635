import type { CodeAction } from "vscode-languageserver-types";
import type { FixableFinding, FixChoice } from "../../core/features/fix-all.ts";
import type { FixesFound } from "../../core/features/fixes-found.ts";
import type { LanguageService } from "../../core/language-service.ts";
import { partsOf } from "../embedded/embedded-parts.ts";
import type { OpenFile } from "./open-files.ts";

/** All fixes in a file, and how many findings have some that were not tried out. */
export async function fixesFoundIn(service: LanguageService, file: OpenFile): Promise<FixesFound> {
  const found = await forEachPart(file, (analysis) => service.fixesFound(analysis));
  return { fixes: found.flatMap(({ fixes }) => fixes), left: found.reduce((sum, { left }) => sum + left, 0) };
}

/** The findings in a file that are fixed without asking. */
export async function fixableIn(
  service: LanguageService,
  file: OpenFile,
): Promise<readonly FixableFinding[]> {
  return (await forEachPart(file, (analysis) => service.fixable(analysis))).flat();
}

/** The actions that fix all that a choice allows; none of them changes what another one does. */
export async function fixAllIn(
  service: LanguageService,
  file: OpenFile,
  choice?: FixChoice,
  rules?: readonly string[],
): Promise<readonly CodeAction[]> {
  const { length } = partsOf(file);
  const actions = await forEachPart(file, (analysis) => service.fixAll(analysis, choice, rules, length));
  return actions.flatMap((action) => action ?? []);
}

/** Asks about each part of a file, one after the other: a part tries out versions of the whole file, which would all be in memory at once. */
async function forEachPart<Answer>(
  file: OpenFile,
  ask: (analysis: OpenFile["analysis"]) => Promise<Answer>,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const { analysis } of partsOf(file)) answers.push(await ask(analysis));
  return answers;
}
