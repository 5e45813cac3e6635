import type { Program } from "../../program-ports.ts";
import { capitalised, counted } from "../../sentence-parts.ts";
import type { FailedRun, Failure, FailureContext } from "../failure.ts";
import { inCluster, RETRY, SHOW_STATUS, terminal } from "../recovery.ts";

/** The failure of a run that was stopped, whatever it printed last; undefined if the run ended by itself. */
export function stoppedFailure(run: FailedRun, about: FailureContext): Failure | undefined {
  if (!run.interrupted && !run.timedOut && run.exitCode !== undefined) return undefined;
  if (isChange(run)) return stoppedChange(run, about);
  if (run.timedOut) return noAnswer(run, about);
  const { at, doing } = about;
  const isHelm = run.program === "helm";
  return {
    kind: "interrupted",
    sentence: `${capitalised(doing)} was interrupted.`,
    next: isHelm ? showStatus(at.release) : "Try again when you are ready.",
    recovery: [isHelm ? SHOW_STATUS : RETRY],
  };
}

/** The failure of a call that only asks, so that the cluster is as it was. */
function noAnswer(run: FailedRun, { at }: FailureContext): Failure {
  const within = run.limits === undefined ? "in time" : `within ${timeText(run.limits.deadline)}`;
  return {
    kind: "no-answer",
    sentence: `${run.program} did not answer ${within}.`,
    next: "A login that waits for you may be the reason: log in to the cluster in a terminal, then try again.",
    recovery: [RETRY, terminal("kubectl", "get", "namespaces", ...inCluster(at))],
  };
}

/** The failure of a call that changes the cluster, and may have done so in part. */
function stoppedChange(run: FailedRun, { at, doing }: FailureContext): Failure {
  const isHelm = run.program === "helm";
  const kind = run.timedOut ? "no-answer" : "interrupted";
  const why = !run.timedOut
    ? ""
    : run.limits === undefined
      ? " because it took too long"
      : ` because it took longer than ${timeText(run.limits.deadline)}`;
  const next = isHelm ? showStatus(at.release) : "Part of it may be done. Try again to do the rest.";
  const recovery = [isHelm ? SHOW_STATUS : RETRY];
  const stopped = `${capitalised(doing)} was interrupted${why}`;
  const undone = /has been (uninstalled|rolled back) due to/.exec(run.stderr)?.[1];
  if (undone !== undefined) {
    const outcome = `so ${at.release} was ${undone === "uninstalled" ? "removed again" : undone}`;
    return { kind, sentence: `${stopped}.`, next, outcome, recovery };
  }
  return {
    kind,
    sentence: `${stopped}${isHelm ? ", and nothing was undone" : ""}.`,
    next,
    recovery,
    ...(isHelm && {
      details: [
        "While a release is pending, Helm refuses to change it: it must be rolled back or uninstalled first.",
      ],
    }),
  };
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
  return `Show Status shows the current state of ${release}.`;
}

/** `90 seconds`, `2 minutes`: in minutes if it is a whole number of them. */
function timeText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds >= 60 && seconds % 60 === 0 ? counted(seconds / 60, "minute") : counted(seconds, "second");
}
