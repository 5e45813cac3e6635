import { saysNotFound, whyUnread } from "../cluster/kubectl-failure.ts";
import type { Reading } from "../cluster/reading.ts";
import type { ClusterTarget } from "../cluster/target.ts";
import { messageOf } from "../error-message.ts";
import { type Invocation, ProgramMissing, type RunResult } from "../installation-ports.ts";
import { attempt, type RunPorts } from "./run-invocation.ts";

/** How a question is asked. */
export interface AskOptions<T> {
  readonly signal?: AbortSignal;
  /** The answer when the API server says that there is no such thing. */
  readonly ifNone?: T;
  /** Reads a run whose exit code is not 0; nothing when it is no answer either. */
  readonly readFailed?: (result: RunResult) => T | undefined;
}

/** Asks the cluster one thing. Never throws: where there is no answer, it says why, so that other questions go on. */
export async function ask<T>(
  ports: RunPorts,
  target: ClusterTarget,
  invocation: Invocation<T>,
  { signal, ifNone, readFailed }: AskOptions<T> = {},
): Promise<Reading<T>> {
  if (signal?.aborted) return { unread: "The check was cancelled." };
  try {
    const result = await attempt(ports, invocation, signal === undefined ? {} : { signal });
    if (result.exitCode === 0) return { answer: invocation.parse(result.stdout) };
    const answer = readFailed?.(result) ?? (saysNotFound(result) ? ifNone : undefined);
    return answer === undefined ? { unread: whyUnread(result, target) } : { answer };
  } catch (error) {
    if (error instanceof ProgramMissing) {
      return {
        unread: "kubectl was not found. Install it, or name it in the setting capOperator.kubectlPath.",
      };
    }
    return { unread: messageOf(error) };
  }
}
