import { get } from "../cli/kubectl.ts";
import type { RunOptions } from "../installation-ports.ts";
import { call, type RunPorts } from "../operation/run-invocation.ts";
import { recordAt } from "./json-access.ts";
import type { ClusterTarget } from "./target.ts";

/** How a namespace is, as far as the cluster says it. */
export type NamespaceState = "there" | "missing" | "terminating";

/** How the target's namespace is. What fails is thrown: not everyone may see namespaces. */
export async function namespaceState(
  ports: RunPorts,
  target: ClusterTarget,
  options?: RunOptions,
): Promise<NamespaceState> {
  const [found] = await call(ports, get(target, "namespaces", { name: target.namespace }), options);
  if (found === undefined) return "missing";
  return recordAt(found, "status").phase === "Terminating" ? "terminating" : "there";
}
