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
import { embeddedIn, isReadable } from "../../workspace/embedded/embedded-parts.ts";
import { standard } from "../connection/requests.ts";
import type { WorkspaceCheck } from "../notices/workspace-check.ts";
import { ANYTHING, DOCUMENT, listOf, optional, RANGE, type Shape, table, text } from "../protocol/shapes.ts";
import type { ServerState } from "../state/state.ts";
import { ruleFixes } from "./rule-fixes.ts";
import { valuesMoves } from "./values-moves.ts";

/** Only the keys that are compared with the problems of the server; the others are sent back as they came. */
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
export function serveCodeActions(state: ServerState, check: WorkspaceCheck): void {
  const { requests, service, features, log, documents } = state;
  requests.file(
    standard(CodeActionRequest.type, PARAMETERS),
    "Quick fixes",
    [],
    async (file, { range, context }, token) => {
      const { analysis, ownership } = file;
      if (!features.codeActionLiterals) return [];
      const { only, triggerKind } = context;
      const wanted = (actions: CodeAction[]) =>
        only === undefined ? actions : actions.filter(({ kind }) => isOneOf(kind, only));
      const isRefactoring = only?.some((kind) => isOneOf(kind, [CodeActionKind.Refactor])) ?? false;
      const part = embeddedIn(file);
      // The text of values in quotes is not that of the document.
      const around = part && documents.get(analysis.text.uri);
      const start = around?.offsetAt(range.start) ?? 0;
      const end = around?.offsetAt(range.end) ?? 0;
      const isAtKey = around && part?.location.keyIn(around).start.line === range.start.line;
      const isAtList = part?.location.isMetAtList(start, end) ?? false;
      const isAsked = isRefactoring || (!only && (isAtKey || isAtList));
      const apart = (part && isAsked ? await valuesMoves(state, part, start) : []).filter(
        ({ kind = "" }) => isRefactoring || isAtList === isOneOf(kind, [CodeActionKind.RefactorInline]),
      );
      if (part && !(isReadable(part) && part.location.isMet(start, end))) return wanted(apart);
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
      if (only?.every((kind) => isOneOf(kind, [CodeActionKind.Refactor])))
        return wanted([...apart, ...shown(service.moveKey(analysis, range.start))]);
      const found = await service.codeActions(analysis, range, own, () => nextTurn(token));
      // Not every client shows what cannot be chosen, so the log has it as well.
      for (const { disabled } of found) if (disabled) log.warn(disabled.reason);
      // Not in the lightbulb, for which nothing is tried out that a person may never ask for.
      const isFor = (kind: CodeActionKind) => isAskedFor && (!only || isOneOf(kind, only));
      const moves = isFor(CodeActionKind.RefactorMove)
        ? await service.repairingMoves(analysis, range.start, found)
        : [];
      const together = isFor(CodeActionKind.QuickFix) ? await ruleFixes(state, check, file, range) : [];
      return wanted([...shown(found), ...moves, ...apart, ...together, ...toDecide]);
    },
    true,
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
