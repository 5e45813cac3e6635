import * as l10n from "@vscode/l10n";
import type { Program } from "../../program-ports.ts";
import { capitalised } from "../../sentence-parts.ts";
import { inCluster, RETRY, SHOW_STATUS, terminal } from "../recovery.ts";
import { undoneText } from "./release-failures.ts";
import type { FailedRun, Failure, FailureContext } from "./row.ts";

/** The failure of a run that was stopped, whatever it printed last; undefined if the run ended by itself. */
export function stoppedFailure(run: FailedRun, about: FailureContext): Failure | undefined {
  if (!run.interrupted && !run.timedOut && run.exitCode !== undefined) return undefined;
  if (isChange(run)) return stoppedChange(run, about);
  if (run.timedOut) return noAnswer(run, about);
  const { at, doing } = about;
  const isHelm = run.program === "helm";
  return {
    kind: "interrupted",
    sentence: l10n.t("{0} was interrupted.", capitalised(doing)),
    next: isHelm ? showStatus(at.release) : l10n.t("Try again when you are ready."),
    recovery: [isHelm ? SHOW_STATUS : RETRY],
  };
}

/** The failure of a call that only asks, so that the cluster is as it was. */
function noAnswer(run: FailedRun, { at }: FailureContext): Failure {
  return {
    kind: "no-answer",
    sentence:
      run.limits === undefined
        ? l10n.t("{0} did not answer in time.", run.program)
        : l10n.t("{0} did not answer within {1}.", run.program, timeText(run.limits.deadline)),
    next: l10n.t(
      "The login may be waiting for your input: log in to the cluster in a terminal, then try again.",
    ),
    recovery: [RETRY, terminal("kubectl", "get", "namespaces", ...inCluster(at))],
  };
}

/** The failure of a call that changes the cluster, and may have done so in part. */
function stoppedChange(run: FailedRun, { at, doing }: FailureContext): Failure {
  const isHelm = run.program === "helm";
  const kind = run.timedOut ? "no-answer" : "interrupted";
  const next = isHelm ? showStatus(at.release) : l10n.t("Part of it may be done. Try again to do the rest.");
  const recovery = [isHelm ? SHOW_STATUS : RETRY];
  const undone = /has been (uninstalled|rolled back) due to/.exec(run.stderr)?.[1];
  if (undone !== undefined) {
    const outcome = undoneText(at.release, undone === "uninstalled");
    return { kind, sentence: stoppedText(run, doing), next, outcome, recovery };
  }
  if (!isHelm) return { kind, sentence: stoppedText(run, doing), next, recovery };
  return {
    kind,
    sentence: notUndoneText(run, doing),
    next,
    recovery,
    details: [
      l10n.t(
        "While a release is pending, Helm refuses to change it: it must be rolled back or uninstalled first.",
      ),
    ],
  };
}

function stoppedText(run: FailedRun, doing: string): string {
  const what = capitalised(doing);
  if (!run.timedOut) return l10n.t("{0} was interrupted.", what);
  return run.limits === undefined
    ? l10n.t("{0} was interrupted because it took too long.", what)
    : l10n.t("{0} was interrupted because it took longer than {1}.", what, timeText(run.limits.deadline));
}

function notUndoneText(run: FailedRun, doing: string): string {
  const what = capitalised(doing);
  if (!run.timedOut) return l10n.t("{0} was interrupted, and nothing was undone.", what);
  if (run.limits === undefined) {
    return l10n.t("{0} was interrupted because it took too long, and nothing was undone.", what);
  }
  const time = timeText(run.limits.deadline);
  return l10n.t("{0} was interrupted because it took longer than {1}, and nothing was undone.", what, time);
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

function showStatus(release: string): string {
  return l10n.t("Show Status shows the current state of {0}.", release);
}

/** `90 seconds`, `2 minutes`: in minutes if it is a whole number of them. */
function timeText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const isWhole = seconds >= 60 && seconds % 60 === 0;
  if (!isWhole) return seconds === 1 ? l10n.t("1 second") : l10n.t("{0} seconds", seconds);
  return seconds === 60 ? l10n.t("1 minute") : l10n.t("{0} minutes", seconds / 60);
}
