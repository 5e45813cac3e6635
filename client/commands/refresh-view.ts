import type { ViewReading } from "../cluster-view/view-readings.ts";
import { messageOf } from "../error-message.ts";
import type { Command, Ports } from "../ports.ts";
import { resolveTarget } from "./choosing/resolve-target.ts";
import { readCluster, readJudgedPrerequisites } from "./cluster-reading/read-cluster.ts";

/** A cluster that answers slowly must not keep the view waiting for ever. */
const LONGEST_MS = 120_000;

/** Reads the cluster for the view "CAP Operator". What goes wrong is a line of the view, not a message. */
export const refreshView: Command = {
  id: "capOperator.refreshView",
  async run(ports) {
    if (!(await ports.dialogs.trusted())) return;
    const reading = ports.view.begin();
    try {
      await read(ports, reading);
    } catch (error) {
      reading.fail(messageOf(error));
    } finally {
      reading.end();
    }
  },
};

async function read(ports: Ports, reading: ViewReading): Promise<void> {
  const why: string[] = [];
  const target = await resolveTarget({
    ...ports,
    prompts: {
      ...ports.prompts,
      async error(message) {
        why.push(message.replace(/^CAP Operator: /, ""));
        return undefined;
      },
    },
  });
  if (target === undefined) return reading.fail(why[0] ?? "No kube context was picked.");
  const tooLong = AbortSignal.timeout(LONGEST_MS);
  const signal = AbortSignal.any([reading.signal, tooLong]);
  const snapshot = await readCluster(ports, target, signal);
  reading.show(snapshot);
  if (snapshot.prerequisites !== undefined) return;
  const prerequisites = await readJudgedPrerequisites(ports, target, signal);
  reading.show({ ...snapshot, prerequisites });
  if (tooLong.aborted) reading.fail("The cluster answered too slowly, so not everything was read.");
}
