import { type AppliedObject, apply } from "../kubectl/calls.ts";
import type { ClusterTarget } from "../kubectl/target.ts";
import type { Step } from "../operation/operation.ts";
import { explainError, RunFailed } from "../operation/step.ts";
import type { ManifestPart } from "./manager-manifest.ts";

/** The number of attempts, and the interval between them, while the API server does not serve a new kind yet. */
const TRIES = 30;
const BETWEEN_TRIES_MS = 1000;

/**
 * Applies manifests in order, each in its own namespace. A kind whose definition has just been applied is not served at once:
 * with `waitForKinds`, such a refusal is waited out. Applying again does not change what was applied before.
 */
export async function applyObjects(
  step: Step,
  target: ClusterTarget,
  parts: readonly ManifestPart[],
  {
    dryRun = false,
    waitForKinds = false,
  }: { readonly dryRun?: boolean; readonly waitForKinds?: boolean } = {},
): Promise<readonly AppliedObject[]> {
  const applied: AppliedObject[] = [];
  for (const { namespace, text } of parts) {
    const invocation = apply({ ...target, namespace }, text, { dryRun });
    const attempt = () => step.call(invocation, { toLog: true });
    for (const each of await untilKnown(step, target, attempt, waitForKinds ? TRIES : 1)) applied.push(each);
  }
  return applied;
}

/**
 * True if an error reports that the API server does not serve the kind of an object. If kubectl's cached list of kinds is older than
 * the cluster, it asks nevertheless, and the server finds no such resource.
 */
export function saysKindIsUnknown(error: unknown, target: ClusterTarget): boolean {
  return error instanceof RunFailed && explainError(error, target, "applying").kind === "kind-missing";
}

async function untilKnown<T>(
  step: Step,
  target: ClusterTarget,
  attempt: () => Promise<T>,
  tries: number,
): Promise<T> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await attempt();
    } catch (error) {
      if (left <= 0 || !saysKindIsUnknown(error, target) || step.signal.aborted) throw error;
      await step.pause(BETWEEN_TRIES_MS, step.signal);
    }
  }
}
