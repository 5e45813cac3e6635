import { readCluster, readJudgedPrerequisites } from "../cluster/read-cluster.ts";
import type { ClusterTarget } from "../cluster/target.ts";
import { messageOf } from "../error-message.ts";
import type { Ports } from "../ports.ts";
import type { ViewReading } from "./view-readings.ts";

/** A cluster that answers slowly must not keep the view waiting for ever. */
const LONGEST_MS = 120_000;

/** Fills the view with a cluster. What goes wrong, in saying which cluster too, is a line of the view, not a message. */
export async function fillView(
  ports: Ports,
  targetOf: (reading: ViewReading) => Promise<ClusterTarget | undefined>,
): Promise<void> {
  const reading = ports.view.begin();
  try {
    const target = await targetOf(reading);
    if (target !== undefined) await read(ports, reading, target);
  } catch (error) {
    reading.fail(messageOf(error));
  } finally {
    reading.end();
  }
}

/**
 * Shows in the view what a command has made of a cluster. A cluster that the view does not show is not contacted. Never
 * fails.
 */
export async function refreshShown(ports: Ports, changed: ClusterTarget): Promise<void> {
  const shown = ports.view.shown();
  if (shown?.context !== changed.context || shown.server !== changed.server) return;
  await fillView(ports, async () => shown);
}

async function read(ports: Ports, reading: ViewReading, target: ClusterTarget): Promise<void> {
  const tooLong = AbortSignal.timeout(LONGEST_MS);
  const signal = AbortSignal.any([reading.signal, tooLong]);
  const snapshot = await readCluster(ports, target, signal);
  reading.show(snapshot);
  if (snapshot.prerequisites !== undefined) return;
  const prerequisites = await readJudgedPrerequisites(ports, target, signal);
  reading.show({ ...snapshot, prerequisites });
  if (tooLong.aborted) reading.fail("The cluster answered too slowly, so not everything was read.");
}
