import {
  type CancellationToken,
  type CodeAction,
  CodeActionKind,
  CodeActionRequest,
  CodeActionTriggerKind,
  type Diagnostic,
} from "vscode-languageserver";
import { FIX_ALL_KIND } from "../../core/language-service.ts";
import { isReported } from "../../core/ownership/claims.ts";
import { ANYTHING, DOCUMENT, listOf, optional, RANGE, type Shape, table, text } from "../shapes.ts";
import type { ServerState } from "../state.ts";

/** What is compared with problems of ours is read, and the rest sent back as it came. */
const DIAGNOSTIC: Shape<Diagnostic> = table({ range: RANGE, message: text("") }) as Shape<Diagnostic>;
const PARAMETERS = table({
  textDocument: DOCUMENT,
  range: RANGE,
  context: table(
    {
      diagnostics: listOf(DIAGNOSTIC, ""),
      only: optional(listOf(text(""), "")),
      triggerKind: optional(ANYTHING),
    },
    "a context with the diagnostics at the range",
  ),
});

/** Answers which fixes there are at a place, or for a whole file. */
export function serveCodeActions({ requests, service, features, log }: ServerState): void {
  requests.file(
    CodeActionRequest.type,
    "Quick fixes",
    [],
    PARAMETERS,
    async ({ analysis, ownership }, { range, context }, token) => {
      if (!features.codeActionLiterals) return [];
      const { only, triggerKind } = context;
      const wanted = (actions: CodeAction[]) =>
        only === undefined ? actions : actions.filter(({ kind }) => isOneOf(kind, only));
      // A lightbulb that follows the cursor through another product's file would be a nuisance.
      const isAskedFor = triggerKind !== CodeActionTriggerKind.Automatic;
      const toDecide =
        ownership.strength === "likely" && isAskedFor ? service.fileStatusActions(analysis) : [];
      if (!isReported(ownership)) return wanted(toDecide);
      const own = context.diagnostics.filter(({ source }) => source === "cap-operator");
      // Only if asked for by its kind: a lightbulb fixes what is at the cursor.
      const all = only && isOneOf(FIX_ALL_KIND, only) ? await service.fixAll(analysis) : null;
      if (all?.edit) return [all];
      const shown = (actions: CodeAction[]) =>
        features.disabledActions ? actions : actions.filter(({ disabled }) => !disabled);
      // Not in the lightbulb, which would be at every key.
      const isMove = only?.some((kind) => isOneOf(kind, [CodeActionKind.Refactor]));
      const moves = isAskedFor || isMove ? service.moveKey(analysis, range.start) : [];
      if (only && isMove && only.every((kind) => isOneOf(kind, [CodeActionKind.Refactor])))
        return wanted(shown(moves));
      const found = await service.codeActions(analysis, range, own, () => nextTurn(token));
      // Not every client shows what cannot be chosen, so the log has it as well.
      for (const { disabled } of found) if (disabled) log.warn(disabled.reason);
      const possible = moves.filter(({ disabled }) => !disabled);
      return wanted([...shown(found), ...possible, ...toDecide]);
    },
  );
}

/** Yields so that messages that have arrived, such as a cancellation, are read. Returns whether the request still stands. */
async function nextTurn(token: CancellationToken): Promise<boolean> {
  await new Promise((resolve) => setImmediate(resolve));
  return !token.isCancellationRequested;
}

function isOneOf(kind: CodeActionKind | undefined, wanted: readonly CodeActionKind[]): boolean {
  return kind !== undefined && wanted.some((one) => one === "" || kind === one || kind.startsWith(`${one}.`));
}
