import * as l10n from "@vscode/l10n";
import { durationMs } from "../helm/duration.ts";
import type { Failure } from "../helm/failures/row.ts";
import { get } from "../kubectl/calls.ts";
import { type ComponentState, componentStates, isReady } from "../kubectl/components.ts";
import type { ClusterTarget } from "../kubectl/target.ts";
import type { Step } from "../operation/operation.ts";
import { explainError } from "../operation/step.ts";
import type { ManagerManifest } from "./manager-manifest.ts";

/** The end of waiting for the manager, with its deployments as they were last seen. */
type ManagerWait =
  | { readonly end: "running" }
  | { readonly end: "cancelled" }
  | { readonly end: "too-long"; readonly unready: readonly ComponentState[] }
  | { readonly end: "failed"; readonly failure: Failure };

const BETWEEN_LOOKS_MS = 2000;
const DEFAULT_WAIT_MS = 300_000;
/** An API server may be away for a moment; a longer absence ends the waiting. */
const FAILURES_IN_A_ROW = 3;

/** Waits until the pods of the manager's deployments are ready (spec section 4.1, operation B, step 2). */
export async function awaitManager(
  step: Step,
  target: ClusterTarget,
  { deployments }: Pick<ManagerManifest, "deployments">,
): Promise<ManagerWait> {
  const wait = durationMs(step.installationSettings().timeout) ?? DEFAULT_WAIT_MS;
  let unready: readonly ComponentState[] = [];
  let failures = 0;
  for (let looks = Math.ceil(wait / BETWEEN_LOOKS_MS); looks > 0; looks -= 1) {
    if (step.signal.aborted) return { end: "cancelled" };
    try {
      const states = await readManagerState(step, target, deployments);
      if (states.length === deployments.length && states.every(isReady)) return { end: "running" };
      failures = 0;
      unready = states.filter((state) => !isReady(state));
      step.report(progressOf(states));
    } catch (error) {
      failures += 1;
      const failure = explainError(error, target, l10n.t("waiting for the manager"));
      const isFinal = failure.kind !== "cluster-unreachable" || failures === FAILURES_IN_A_ROW;
      if (!step.signal.aborted && isFinal) return { end: "failed", failure };
    }
    await step.pause(BETWEEN_LOOKS_MS, step.signal);
  }
  return step.signal.aborted ? { end: "cancelled" } : { end: "too-long", unready };
}

async function readManagerState(
  step: Step,
  target: ClusterTarget,
  deployments: readonly string[],
): Promise<readonly ComponentState[]> {
  const objects = await step.call(get(target, "deployments,pods"));
  return componentStates(objects, "").filter(({ deployment }) => deployments.includes(deployment));
}

function progressOf(states: readonly ComponentState[]): string {
  const [state, ...others] = states.filter((candidate) => !isReady(candidate));
  if (state === undefined) return l10n.t("no deployment of the manager found yet");
  const { deployment, ready, desired } = state;
  const progress =
    others.length === 0
      ? l10n.t("{0}: {1} of {2} ready.", deployment, ready, desired)
      : l10n.t("{0}: {1} of {2} ready (and {3} more).", deployment, ready, desired, others.length);
  return `${progress} ${state.troubles.join(" ")}`.trim();
}
