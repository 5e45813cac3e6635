import type { Limits, RunResult } from "../program-ports.ts";
import { endGroup, hasMembers, interruptGroup } from "./process-group.ts";

/** The longest delay that a timer accepts; with more it would fire at once (Node: `setTimeout`). */
const LONGEST = 2 ** 31 - 1;

/** How a program is stopped. */
export interface Stopping {
  /** To be called when the program has ended by itself or was stopped. */
  ended(): void;
  /** Whether it was interrupted, and why. */
  asked(): Pick<RunResult, "interrupted" | "timedOut">;
}

/**
 * Interrupts a group of processes when `signal` is aborted or the deadline has passed, and ends by force what is left of it
 * when its time to tidy up is over, also after its leader has ended.
 */
export function stopWhenAsked(
  leader: number,
  signal: AbortSignal | undefined,
  limits: Limits | undefined,
): Stopping {
  let why: "cancelled" | "timed out" | undefined;
  let force: NodeJS.Timeout | undefined;
  const interrupt = (reason: typeof why) => {
    if (why !== undefined) return;
    why = reason;
    interruptGroup(leader);
    if (limits) force = after(limits.tidyUp, () => endGroup(leader));
  };
  const cancel = () => interrupt("cancelled");
  const deadline = limits && after(limits.deadline, () => interrupt("timed out"));
  signal?.addEventListener("abort", cancel, { once: true });
  if (signal?.aborted) cancel();
  return {
    ended() {
      signal?.removeEventListener("abort", cancel);
      clearTimeout(deadline);
      if (!hasMembers(leader)) clearTimeout(force);
    },
    asked: () => ({ interrupted: why !== undefined, ...(why === "timed out" && { timedOut: true }) }),
  };
}

/** Does something after so many milliseconds, but at most 24 days. What waits for its time keeps nothing from ending. */
export function after(ms: number, task: () => void): NodeJS.Timeout {
  return setTimeout(task, Math.min(ms, LONGEST)).unref();
}
