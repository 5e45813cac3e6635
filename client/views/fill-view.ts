import * as l10n from "@vscode/l10n";
import { readCluster, readJudgedPrerequisites } from "../cluster/read-cluster.ts";
import type { ClusterTarget } from "../kubectl/target.ts";
import type { ViewReading } from "../operation/cluster-view.ts";
import { failureText } from "../operation/failure-text.ts";
import type { Operation, Step } from "../operation/operation.ts";
import { Cancelled, Refused } from "../operation/outcome.ts";
import { messageOf } from "../texts/error-message.ts";

/** A cluster that answers slowly must not keep the view waiting forever. */
const LONGEST_MS = 120_000;

/** Fills the view with a cluster. Any error, even in finding out which cluster, becomes a line of the view, not a message. */
export async function fillView(operation: Operation, targetOf: () => Promise<ClusterTarget>): Promise<void> {
  const reading = operation.view.begin();
  const tooLong = AbortSignal.timeout(LONGEST_MS);
  try {
    const target = await targetOf();
    const signal = AbortSignal.any([reading.signal, tooLong]);
    await operation.quietly(signal, (step) => read(step, reading, target));
    if (tooLong.aborted) reading.fail(l10n.t("The cluster answered too slowly, so not everything was read."));
  } catch (error) {
    reading.fail(whyNot(error));
  } finally {
    reading.end();
  }
}

/** Updates the view after a command has changed a cluster. If the view does not show that cluster, it is not contacted. Never fails. */
export async function refreshShown(
  operation: Operation,
  changed: ClusterTarget,
  shown = operation.view.shown(),
): Promise<void> {
  if (shown?.context !== changed.context || shown.server !== changed.server) return;
  await fillView(operation, async () => shown);
}

async function read(step: Step, reading: ViewReading, target: ClusterTarget): Promise<void> {
  const snapshot = await readCluster(step, target);
  reading.show(snapshot);
  if (snapshot.prerequisites !== undefined) return;
  const prerequisites = await readJudgedPrerequisites(step, target);
  reading.show({ ...snapshot, prerequisites });
}

function whyNot(error: unknown): string {
  if (error instanceof Cancelled) return l10n.t("No kube context was chosen.");
  return error instanceof Refused ? failureText(error.failure) : messageOf(error);
}
