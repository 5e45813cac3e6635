import type { Failure } from "../cli/failure.ts";
import { RETRY, type RecoveryAction, setting } from "../cli/recovery.ts";
import { explainError } from "../operation/explain-error.ts";
import { tellFailure } from "../operation/tell-failure.ts";
import { whileReading } from "../operation/while-reading.ts";
import type { Ports } from "../ports.ts";
import { freePending } from "../release/pending-release.ts";
import { type PlannedChanges, plannedChanges } from "../release/planned-changes.ts";
import { isPending, releaseState } from "../release/release-state.ts";
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
  const { of } = chosen.wanted;
  const atHand = {
    values,
    retry,
    release: at,
    outcome: "and nothing was changed",
    ...(of !== undefined && { of }),
  };
  const tell = async (failure: Failure): Promise<undefined> => {
    await tellFailure(ports, whereItIsWritten(failure, chosen), atHand);
  };
  try {
    const looked = await whileReading(ports, `Looking at ${at.release} in ${at.context}`, (signal) =>
      prepare(ports, chosen, signal),
    );
    if ("sentence" in looked) return tell(looked);
    const prepared = free ? await freed(ports, looked) : looked;
    if (prepared === undefined) return undefined;
    if (prepared.found.namespace === "terminating") {
      await tellFailure(ports, terminating(at.namespace), { retry });
      return undefined;
    }
    const changes = await whileReading(ports, `Working out what would change in ${at.context}`, (signal) =>
      plannedChanges(ports, prepared.plan, prepared.found.release, prepared.can, { signal }),
    );
    return { prepared, changes };
  } catch (error) {
    return tell(explainError(error, at, "preparing the installation", at.release, chosen.chart));
  }
}

/** A chart that is not found is corrected where it, or its version, is written down. */
function whereItIsWritten(failure: Failure, { wanted, chart }: Chosen): Failure {
  const ofSettings = chart.version === undefined ? "chart" : "chartVersion";
  const isOfRelease =
    wanted.version !== undefined || (wanted.chart !== undefined && chart.version === undefined);
  const place = setting(isOfRelease ? "releases" : ofSettings);
  const isChart = (action: RecoveryAction) =>
    action.do === "set" && /^capOperator\.chart(Version)?$/.test(action.setting);
  return { ...failure, recovery: failure.recovery.map((action) => (isChart(action) ? place : action)) };
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

function terminating(namespace: string): Failure {
  return {
    kind: "namespace-terminating",
    sentence: `The namespace ${namespace} is being deleted.`,
    next: "Wait until it is gone, or use another one (capOperator.namespace).",
    recovery: [RETRY, setting("namespace")],
  };
}
