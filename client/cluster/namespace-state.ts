import type { Failure } from "../cli/failure.ts";
import { get } from "../cli/kubectl.ts";
import type { Step } from "../operation/operation.ts";
import { explainError } from "../operation/step.ts";
import { recordAt } from "./json-access.ts";
import type { ClusterTarget } from "./target.ts";

/** How a namespace is, or why the cluster does not say it: not everyone may see namespaces. */
export type NamespaceSeen =
  | { readonly state: "there" | "missing" | "terminating" }
  | { readonly state: "unknown"; readonly why: Failure };

/** How the target's namespace is. Never fails. */
export async function namespaceSeen(step: Step, target: ClusterTarget): Promise<NamespaceSeen> {
  try {
    const [found] = await step.call(get(target, "namespaces", { name: target.namespace }));
    if (found === undefined) return { state: "missing" };
    return { state: recordAt(found, "status").phase === "Terminating" ? "terminating" : "there" };
  } catch (error) {
    return { state: "unknown", why: explainError(error, target, "looking for the namespace") };
  }
}
