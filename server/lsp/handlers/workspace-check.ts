import { WorkDoneProgress } from "vscode-languageserver";
import type { WorkspaceCheck } from "../notices/workspace-check.ts";
import { CHECK_WORKSPACE, CLEAR_WORKSPACE_CHECK } from "../protocol.ts";
import type { ServerState } from "../state/state.ts";

/** Answers the requests about the files that no editor has open. */
export function serveWorkspaceCheck({ requests, connection }: ServerState, check: WorkspaceCheck): void {
  requests.serve(CHECK_WORKSPACE, "Check of the workspace", ({ workDoneToken }, token) =>
    check.start(token, (done, all) => {
      if (typeof workDoneToken !== "string" && typeof workDoneToken !== "number") return;
      const percentage = Math.floor((100 * done) / all);
      const value = { kind: "report", message: `${done} / ${all}`, percentage } as const;
      void connection.sendProgress(WorkDoneProgress.type, workDoneToken, value);
    }),
  );
  requests.serve(CLEAR_WORKSPACE_CHECK, "Clearing of the check", () => {
    check.clear();
    return null;
  });
}
