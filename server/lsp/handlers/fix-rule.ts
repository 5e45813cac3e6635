import * as l10n from "@vscode/l10n";
import {
  ApplyWorkspaceEditRequest,
  ExecuteCommandRequest,
  MessageType,
  ShowMessageNotification,
} from "vscode-languageserver";
import { standard } from "../connection/requests.ts";
import type { WorkspaceCheck } from "../notices/workspace-check.ts";
import { listOf, table, text } from "../protocol/shapes.ts";
import type { ServerState } from "../state/state.ts";
import { FIX_RULE_COMMAND, workspaceRuleFixes } from "./rule-fixes.ts";

const PARAMETERS = table({
  command: text(FIX_RULE_COMMAND),
  arguments: listOf(text(""), "the code of a rule"),
});

/** Runs the command of an action that fixes all that a rule finds in the workspace: the client makes the edits, of which it can undo all. */
export function serveFixRule(state: ServerState, check: WorkspaceCheck): void {
  const { requests, connection } = state;
  requests.serve(
    standard(ExecuteCommandRequest.type, PARAMETERS),
    "Fixing all of a rule",
    async ({ command, arguments: [code] }) => {
      if (command !== FIX_RULE_COMMAND || code === undefined) return null;
      const changes = await workspaceRuleFixes(state, check, code);
      const label = l10n.t("Fix all of this rule in the workspace ({0})", code);
      if (Object.keys(changes).length === 0)
        await connection.sendNotification(ShowMessageNotification.type, {
          type: MessageType.Info,
          message: l10n.t("No problem in the workspace can be fixed automatically ({0}).", code),
        });
      else await connection.sendRequest(ApplyWorkspaceEditRequest.type, { label, edit: { changes } });
      return null;
    },
  );
}
