import { explainFailure, explainMissing, type Failure } from "../cli/failure.ts";
import type { ChartRef } from "../cli/release.ts";
import type { ClusterTarget } from "../cluster/target.ts";
import { messageOf } from "../error-message.ts";
import { ProgramMissing } from "../installation-ports.ts";
import { Cancelled, Refused } from "./outcome.ts";
import { RunFailed } from "./step.ts";

/**
 * What went wrong in the words of a person, for whatever a call threw; `doing` is a verb in its -ing form. Nothing is wrong where
 * the person cancelled: that is thrown on.
 */
export function explainError(
  error: unknown,
  target: ClusterTarget,
  doing: string,
  release = "",
  chart?: ChartRef,
): Failure {
  if (error instanceof Cancelled || error instanceof Refused) throw error;
  if (error instanceof ProgramMissing) return explainMissing(error.program, error.lookup);
  if (!(error instanceof RunFailed))
    return { kind: "unknown", sentence: messageOf(error), next: "", recovery: [] };
  const { program, args, limits } = error.invocation;
  const about = { at: { ...target, release }, doing, ...(chart && { chart }) };
  return explainFailure({ ...error.result, program, args, ...(limits && { limits }) }, about);
}
