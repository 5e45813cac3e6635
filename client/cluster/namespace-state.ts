import * as l10n from "@vscode/l10n";
import type { Failure } from "../helm/failures/row.ts";
import { get } from "../kubectl/calls.ts";
import { recordAt } from "../kubectl/json-access.ts";
import type { ClusterTarget } from "../kubectl/target.ts";
import type { Step } from "../operation/operation.ts";
import { explainError } from "../operation/step.ts";

/** The state of a namespace, or why the cluster does not tell it: not everyone may read namespaces. */
export type NamespaceSeen =
  | { readonly state: "there" | "missing" | "terminating" }
  | { readonly state: "unknown"; readonly why: Failure };

/** The state of the target's namespace. Never fails. */
export async function namespaceSeen(step: Step, target: ClusterTarget): Promise<NamespaceSeen> {
  try {
    const [found] = await step.call(get(target, "namespaces", { name: target.namespace }));
    if (found === undefined) return { state: "missing" };
    return { state: recordAt(found, "status").phase === "Terminating" ? "terminating" : "there" };
  } catch (error) {
    return { state: "unknown", why: explainError(error, target, l10n.t("reading the namespace")) };
  }
}
