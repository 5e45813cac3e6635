import { spawn } from "node:child_process";
import path from "node:path";
import type { Limits, RunResult } from "../ports/programs.ts";

/** Windows has no process groups that could be interrupted (Node: `subprocess.kill`). */
export const HAS_GROUPS = process.platform !== "win32";

/** Asks a program that leads a group, and everything it has started, to stop. On Windows, ends them. */
export function interruptGroup(leader: number): void {
  if (HAS_GROUPS) signalGroup(leader, "SIGTERM");
  else endTree(leader);
}

/** Ends a program that leads a group, and everything it has started, by force. */
export function endGroup(leader: number): void {
  if (HAS_GROUPS) signalGroup(leader, "SIGKILL");
  else endTree(leader);
}

/** Whether any process of a group is still running. As long as one is, no other group gets the same number. */
export function hasMembers(leader: number): boolean {
  return HAS_GROUPS && signalGroup(leader, 0);
}

/** Sends a signal to a group. Returns whether there was a process to receive it. */
function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-leader, signal);
    return true;
  } catch {
    return false;
  }
}

/** Ends a Windows process and everything it has started. Uses the full path, as a PATH may lead to another program of this name. */
function endTree(pid: number): void {
  const taskkill = path.join(process.env.SystemRoot ?? "C:\\Windows", "System32", "taskkill.exe");
  const options = { stdio: "ignore", windowsHide: true } as const;
  // If none of them is running any more, there is nothing to report.
  spawn(taskkill, ["/PID", String(pid), "/T", "/F"], options).on("error", () => undefined);
}

/** The longest delay that a timer accepts; with a longer one, it would fire at once (Node: `setTimeout`). */
const LONGEST = 2 ** 31 - 1;

/** Stops a program, and knows why. */
interface Stopping {
  /** To be called when the program has ended by itself or was stopped. */
  ended(): void;
  /** To be called when it prints more than is kept. */
  printsTooMuch(): void;
  asked(): Pick<RunResult, "interrupted" | "timedOut" | "printedTooMuch">;
}

/**
 * Interrupts a process group when `signal` is aborted or the deadline has passed. When its time to tidy up is over, ends what is
 * left of it by force, even if its leader has ended.
 */
export function stopWhenAsked(
  leader: number,
  signal: AbortSignal | undefined,
  limits: Limits | undefined,
): Stopping {
  let why: "cancelled" | "timed-out" | "too-much" | undefined;
  let force: NodeJS.Timeout | undefined;
  const interrupt = (reason: typeof why) => {
    if (why !== undefined) return;
    why = reason;
    interruptGroup(leader);
    if (limits) force = after(limits.tidyUp, () => endGroup(leader));
  };
  const cancel = () => interrupt("cancelled");
  const deadline = limits && after(limits.deadline, () => interrupt("timed-out"));
  signal?.addEventListener("abort", cancel, { once: true });
  if (signal?.aborted) cancel();
  return {
    ended() {
      signal?.removeEventListener("abort", cancel);
      clearTimeout(deadline);
      if (!hasMembers(leader)) clearTimeout(force);
    },
    printsTooMuch: () => interrupt("too-much"),
    asked: () => ({
      interrupted: why !== undefined,
      ...(why === "timed-out" && { timedOut: true }),
      ...(why === "too-much" && { printedTooMuch: true }),
    }),
  };
}

/** Does something after a delay of at most 24 days. The pending timer does not keep the process alive. */
export function after(ms: number, task: () => void): NodeJS.Timeout {
  return setTimeout(task, Math.min(ms, LONGEST)).unref();
}
