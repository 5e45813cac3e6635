import { explainMissing, saysNotFound, whyUnread } from "../cli/failure.ts";
import type { Reading } from "../cluster/reading.ts";
import type { ClusterTarget } from "../cluster/target.ts";
import { messageOf } from "../error-message.ts";
import { type Invocation, ProgramMissing, type RunResult } from "../installation-ports.ts";
import { failureText } from "./explain-error.ts";
import { attempt, type RunPorts, readOutput } from "./run-invocation.ts";

/** How a question is asked. */
export interface AskOptions<T> {
  readonly signal?: AbortSignal;
  /** The answer when the API server says that there is no such thing. */
  readonly ifNone?: T;
  /** Reads a run whose exit code is not 0; nothing when it is no answer either. */
  readonly readFailed?: (result: RunResult) => T | undefined;
}

/** Asks the cluster one thing. Where there is no answer, it says why instead of throwing, so that other questions go on. */
export async function ask<T>(
  ports: RunPorts,
  target: ClusterTarget,
  invocation: Invocation<T>,
  { signal, ifNone, readFailed }: AskOptions<T> = {},
): Promise<Reading<T>> {
  if (signal?.aborted) return { unread: "The check was cancelled." };
  const result = await run(ports, invocation, signal);
  if (result instanceof ProgramMissing)
    return { unread: failureText(explainMissing(result.program, result.lookup)) };
  if (result.exitCode === 0) return readAnswer(invocation, result);
  const answer = readFailed?.(result) ?? (saysNotFound(result) ? ifNone : undefined);
  return answer === undefined ? { unread: whyUnread(result, target) } : { answer };
}

async function run(
  ports: RunPorts,
  invocation: Invocation<unknown>,
  signal: AbortSignal | undefined,
): Promise<RunResult | ProgramMissing> {
  try {
    return await attempt(ports, invocation, signal === undefined ? {} : { signal });
  } catch (error) {
    if (error instanceof ProgramMissing) return error;
    throw error;
  }
}

function readAnswer<T>(invocation: Invocation<T>, result: RunResult): Reading<T> {
  try {
    return { answer: readOutput(invocation, result) };
  } catch (error) {
    return { unread: messageOf(error) };
  }
}
