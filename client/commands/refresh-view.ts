import { resolveTarget } from "../cluster/resolve-target.ts";
import type { ClusterTarget } from "../cluster/target.ts";
import type { Command, Ports } from "../ports.ts";
import { fillView } from "../view/fill-view.ts";
import type { ViewReading } from "../view/view-readings.ts";

/** Reads the cluster for the view "CAP Operator". What goes wrong is a line of the view, not a message. */
export const refreshView: Command = {
  id: "capOperator.refreshView",
  async run(ports) {
    if (!(await ports.dialogs.trusted())) return;
    await fillView(ports, (reading) => targetFor(ports, reading));
  },
};

async function targetFor(ports: Ports, reading: ViewReading): Promise<ClusterTarget | undefined> {
  const why: string[] = [];
  const target = await resolveTarget({
    ...ports,
    prompts: {
      ...ports.prompts,
      async error(message) {
        why.push(message);
        return undefined;
      },
    },
  });
  if (target === undefined) reading.fail(why[0] ?? "No kube context was picked.");
  return target;
}
