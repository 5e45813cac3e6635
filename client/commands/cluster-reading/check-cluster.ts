import type { Needs, Prerequisite } from "../../cluster/prerequisites/prerequisite.ts";
import { prerequisites } from "../../cluster/prerequisites/prerequisites.ts";
import type { ClusterTarget } from "../../cluster/target.ts";
import type { RunPorts } from "../running/run-invocation.ts";
import { readPrerequisites } from "./read-prerequisites.ts";

/** The prerequisites in a cluster for these values. Never fails: what was not answered is not checked. */
export async function checkCluster(
  ports: RunPorts,
  at: ClusterTarget,
  needs: Needs,
  signal?: AbortSignal,
): Promise<Prerequisite[]> {
  return prerequisites(await readPrerequisites(ports, at, needs, signal), needs);
}
