import {
  type CancellationToken,
  type CodeAction,
  type CodeActionKind,
  CodeActionTriggerKind,
} from "vscode-languageserver";
import { FIX_ALL_KIND } from "../../core/language-service.ts";
import { isReported } from "../../core/ownership/claims.ts";
import type { ServerState } from "../state.ts";

/** Answers which fixes there are at a place, or for a whole file. */
export function serveCodeActions({ connection, requests, service, features }: ServerState): void {
  connection.onCodeAction(
    requests.file("Quick fixes", [], async ({ analysis, ownership }, { range, context }, token) => {
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
      if (all) return [all];
      const fixes = await service.codeActions(analysis, range, own, () => nextTurn(token));
      return wanted([...fixes, ...toDecide]);
    }),
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
