import { type AppliedObject, apply } from "../cli/kubectl.ts";
import type { ManifestPart } from "../manager/manager-manifest.ts";
import { explainError } from "../operation/explain-error.ts";
import type { Step } from "../operation/operation.ts";
import { RunFailed } from "../operation/step.ts";
import type { ClusterTarget } from "./target.ts";

/** How often, and after how long, objects are applied again whose kind the API server has only just been told of. */
const TRIES = 30;
const BETWEEN_TRIES_MS = 1000;

/**
 * Applies texts in their order, each with its namespace named. A kind whose definition was applied a moment ago is
 * not served at once: such a refusal is waited out when `waitForKinds`, and nothing that was applied before is
 * changed by applying it again.
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
    applied.push(...(await untilKnown(step, target, attempt, waitForKinds ? TRIES : 1)));
  }
  return applied;
}

/**
 * Whether the API server does not serve the kind of an object. Where kubectl's copy of the list of kinds is older than the
 * cluster, it asks nevertheless, and the server finds no such resource.
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
