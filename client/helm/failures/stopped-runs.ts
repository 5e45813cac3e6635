import * as l10n from "@vscode/l10n";
import type { Program } from "../../ports/programs.ts";
import { capitalised } from "../../texts/sentence-parts.ts";
import { inCluster, RETRY, SHOW_STATUS, terminal } from "../recovery.ts";
import type { FailedRun, Failure, RunContext } from "./row.ts";
import { undoneText } from "./undone-changes.ts";

/** The failure of a run that was stopped, whatever it printed last; undefined if the run ended by itself. */
export function stoppedFailure(run: FailedRun, { target, doing }: RunContext): Failure | undefined {
  if (!run.interrupted && !run.timedOut && run.exitCode !== undefined) return undefined;
  if (run.timedOut && !isChange(run)) {
    return {
      kind: "no-answer",
      sentence: l10n.t("{0} did not answer in time.", run.program),
      next: l10n.t(
        "The login may be waiting for your input: log in to the cluster in a terminal, then try again.",
      ),
      recovery: [RETRY, terminal("kubectl", "get", "namespaces", ...inCluster(target))],
    };
  }
  const what = capitalised(doing);
  const undone = /has been (uninstalled|rolled back) due to/.exec(run.stderr)?.[1];
  return {
    kind: run.timedOut ? "no-answer" : "interrupted",
    sentence: stopReason(run, what),
    ...(run.program === "helm"
      ? {
          next: l10n.t("Show Status shows the current state of {0}.", target.release),
          recovery: [SHOW_STATUS],
        }
      : { next: l10n.t("Part of it may be done. Try again to do the rest."), recovery: [RETRY] }),
    ...(undone !== undefined && { outcome: undoneText(target.release, undone === "uninstalled") }),
  };
}

function stopReason({ timedOut, printedTooMuch, program }: FailedRun, what: string): string {
  if (timedOut) return l10n.t("{0} was interrupted because it took too long.", what);
  if (printedTooMuch)
    return l10n.t("{0} was interrupted because {1} printed more than 64 MB.", what, program);
  return l10n.t("{0} was interrupted.", what);
}

/** The commands that change a cluster, unless they are dry runs. */
const CHANGES: Readonly<Record<Program, readonly string[]>> = {
  helm: ["install", "upgrade", "rollback", "uninstall"],
  kubectl: ["apply", "create", "delete", "patch", "replace"],
};

function isChange({ program, args }: FailedRun): boolean {
  const [command = ""] = args;
  return CHANGES[program].includes(command) && !args.some((arg) => /^--dry-run(=|$)/.test(arg));
}
