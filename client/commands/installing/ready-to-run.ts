import type { Failure } from "../../helm/failure.ts";
import { RETRY, setting } from "../../helm/recovery.ts";
import type { Ports } from "../../ports.ts";
import { freePending } from "../releases/pending-release.ts";
import { type PlannedChanges, plannedChanges } from "../releases/planned-changes.ts";
import { isPending, releaseState } from "../releases/release-state.ts";
import { explainError } from "../running/explain-error.ts";
import { RunFailed } from "../running/run-invocation.ts";
import { tellFailure } from "../running/tell-failure.ts";
import { type Chosen, type Prepared, prepare } from "./prepare.ts";

/** Everything that is known before anything is changed. */
export interface Ready {
  readonly prepared: Prepared;
  readonly changes: PlannedChanges;
}

/** How to go on where it cannot simply go on. */
export interface ReadyOptions {
  /** Runs the whole command once more. */
  again(): Promise<void>;
  /** Whether a pending release may be freed first, when the person wants that. */
  readonly free: boolean;
}

/**
 * Looks at Helm, the chart and the cluster, and works out what would change. Nothing when it cannot go on: the person
 * has been told, or cancelled.
 */
export async function readyToRun(
  ports: Ports,
  chosen: Chosen,
  { again: retry, free }: ReadyOptions,
): Promise<Ready | undefined> {
  const { at, files } = chosen;
  const values = files.map(({ uri }) => uri);
  try {
    const looked = await ports.progress.show(
      `CAP Operator: looking at ${at.release} in ${at.context}`,
      (_report, signal) => prepare(ports, chosen, signal),
    );
    if (typeof looked === "string") {
      await tellFailure(ports, tooOld(looked));
      return undefined;
    }
    const prepared = free ? await freed(ports, looked) : looked;
    if (prepared === undefined) return undefined;
    if (prepared.found.namespace === "terminating") {
      await tellFailure(ports, terminating(at.namespace), { retry });
      return undefined;
    }
    const changes = await ports.progress.show(
      `CAP Operator: working out what would change in ${at.context}`,
      (_report, signal) =>
        plannedChanges(ports, prepared.plan, prepared.found.release, prepared.can, { signal }),
    );
    return { prepared, changes };
  } catch (error) {
    if (error instanceof RunFailed && error.result.interrupted) {
      ports.output.info("Cancelled before anything was changed.");
      return undefined;
    }
    const failure = explainError(error, at, "preparing the installation", at.release, chosen.chart);
    const { of } = chosen.wanted;
    const atHand = { values, retry, release: at, outcome: "and nothing was changed" };
    await tellFailure(ports, failure, { ...atHand, ...(of !== undefined && { of }) });
    return undefined;
  }
}

async function freed(ports: Ports, prepared: Prepared): Promise<Prepared | undefined> {
  const { plan, found, can } = prepared;
  if (found.release === undefined || !isPending(found.release)) return prepared;
  if (!(await freePending(ports, plan.at, found.release, can))) return undefined;
  const release = await releaseState(ports, plan.at);
  const { namespace, otherWays, notChecked } = found;
  const now = { namespace, otherWays, notChecked, ...(release !== undefined && { release }) };
  return { ...prepared, found: now };
}

function tooOld(sentence: string): Failure {
  return {
    kind: "helm-too-old",
    sentence,
    next: "Update Helm, or set capOperator.helmPath to another one.",
    recovery: [setting("helmPath")],
  };
}

function terminating(namespace: string): Failure {
  return {
    kind: "namespace-terminating",
    sentence: `The namespace ${namespace} is being deleted.`,
    next: "Wait until it is gone, or use another one (capOperator.namespace).",
    recovery: [RETRY, setting("namespace")],
  };
}
