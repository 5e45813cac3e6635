import { WorkDoneProgress } from "vscode-languageserver";
import type { WorkspaceCheck } from "../notices/workspace-check.ts";
import { ANYTHING, NOTHING, table } from "../protocol/shapes.ts";
import {
  CHECK_WORKSPACE_REQUEST,
  type CheckedWorkspace,
  CLEAR_WORKSPACE_CHECK_REQUEST,
} from "../protocol.ts";
import type { ServerState } from "../state/state.ts";

/** Answers the requests about the files that no editor has open. */
export function serveWorkspaceCheck({ requests, connection }: ServerState, check: WorkspaceCheck): void {
  requests.any(
    CHECK_WORKSPACE_REQUEST,
    "Check of the workspace",
    table({ workDoneToken: ANYTHING }),
    ({ workDoneToken: of }, token): Promise<CheckedWorkspace> =>
      check.start(token, (done, all) => {
        if (typeof of !== "string" && typeof of !== "number") return;
        const percentage = Math.floor((100 * done) / all);
        const value = { kind: "report", message: `${done} / ${all}`, percentage } as const;
        void connection.sendProgress(WorkDoneProgress.type, of, value);
      }),
  );
  requests.any(CLEAR_WORKSPACE_CHECK_REQUEST, "Clearing of the check", NOTHING, () => {
    check.clear();
    return null;
  });
}
