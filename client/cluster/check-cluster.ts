import type { RunPorts } from "../operation/run-invocation.ts";
import type { Needs, Prerequisite } from "./prerequisites/prerequisite.ts";
import { prerequisites } from "./prerequisites/prerequisites.ts";
import { readPrerequisites } from "./read-prerequisites.ts";
import type { ClusterTarget } from "./target.ts";

/** The prerequisites in a cluster for these values. Never fails: what was not answered is not checked. */
export async function checkCluster(
  ports: RunPorts,
  at: ClusterTarget,
  needs: Needs,
  signal?: AbortSignal,
): Promise<Prerequisite[]> {
  return prerequisites(await readPrerequisites(ports, at, needs, signal), needs);
}
