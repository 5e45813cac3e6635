import { get } from "../cli/kubectl.ts";
import type { Step } from "../operation/operation.ts";
import { recordAt } from "./json-access.ts";
import type { ClusterTarget } from "./target.ts";

/** How a namespace is, as far as the cluster says it. */
export type NamespaceState = "there" | "missing" | "terminating";

/** How the target's namespace is. What fails is thrown: not everyone may see namespaces. */
export async function namespaceState(step: Step, target: ClusterTarget): Promise<NamespaceState> {
  const [found] = await step.call(get(target, "namespaces", { name: target.namespace }));
  if (found === undefined) return "missing";
  return recordAt(found, "status").phase === "Terminating" ? "terminating" : "there";
}
