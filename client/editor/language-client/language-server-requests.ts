import {
  CHARTS_KEPT,
  CHECK_WORKSPACE,
  CLEAR_WORKSPACE_CHECK,
  HELM_FOUND,
  type KeptChart,
} from "../../../server/lsp/protocol.ts";
import type { LanguageServer } from "../../ports/editor.ts";
import type { ServerSupervisor } from "./server-supervisor.ts";

/** Keeps what was sent to the server for its next start, and what it shows. */
interface ServerMemory {
  helm(major: number): void;
  charts(charts: readonly KeptChart[]): void;
  /** Stores if the problems of files that are not open are shown. */
  workspaceChecked(isShown: boolean): PromiseLike<unknown>;
}

/** Makes the port to the server from its supervisor. */
export function createLanguageServerRequests(
  supervisor: ServerSupervisor,
  remember: ServerMemory,
): LanguageServer {
  const ask: LanguageServer["ask"] = (request, params, followed) =>
    supervisor.request(request.method, params, followed);
  return {
    ask,
    async chartsKept(charts) {
      remember.charts(charts);
      await ask(CHARTS_KEPT, { charts });
    },
    async helmFound(major) {
      remember.helm(major);
      await ask(HELM_FOUND, { major });
    },
    async checkWorkspace(report, signal) {
      const checked = await ask(CHECK_WORKSPACE, {}, { report, signal });
      await remember.workspaceChecked(!signal.aborted);
      return checked;
    },
    async clearWorkspaceCheck() {
      await ask(CLEAR_WORKSPACE_CHECK, {});
      await remember.workspaceChecked(false);
    },
    restart: () => supervisor.restart(),
  };
}
