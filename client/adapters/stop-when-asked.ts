import type { Limits, RunResult } from "../program-ports.ts";
import { endGroup, hasMembers, interruptGroup } from "./process-group.ts";

/** The longest delay that a timer accepts; with a longer one, it would fire at once (Node: `setTimeout`). */
const LONGEST = 2 ** 31 - 1;

/** Stops a program, and knows why. */
export interface Stopping {
  /** To be called when the program has ended by itself or was stopped. */
  ended(): void;
  /** Whether it was interrupted, and why. */
  asked(): Pick<RunResult, "interrupted" | "timedOut">;
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
  let why: "cancelled" | "timed-out" | undefined;
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
    asked: () => ({ interrupted: why !== undefined, ...(why === "timed-out" && { timedOut: true }) }),
  };
}

/** Does something after a delay of at most 24 days. The pending timer does not keep the process alive. */
export function after(ms: number, task: () => void): NodeJS.Timeout {
  return setTimeout(task, Math.min(ms, LONGEST)).unref();
}
