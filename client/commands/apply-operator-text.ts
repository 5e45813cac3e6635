import type { ClusterTarget } from "../cluster/target.ts";
import { type OperatorResource, shownLabels } from "../manager/operator-resource.ts";
import type { Ports } from "../ports.ts";
import { applyObjects } from "./apply-objects.ts";
import { explainError, tellFailure } from "./explain-error.ts";
import { changeOf } from "./resolve-target.ts";

/** An operator resource that is to be applied. */
export interface ResourceToApply {
  readonly resource: OperatorResource;
  /** Where its text comes from. */
  readonly source: string;
  /** What a person has to know before, one sentence each. */
  readonly remarks: readonly string[];
  /** Whether its kind was applied a moment ago, so that the API server may not serve it yet. */
  readonly isKindNew: boolean;
}

/** Applies an operator resource after one confirmation that names where; false when it was not applied. */
export async function applyOperatorText(
  ports: Ports,
  target: ClusterTarget,
  { resource, source, remarks, isKindNew }: ResourceToApply,
): Promise<boolean> {
  const at = { ...target, namespace: resource.namespace ?? target.namespace };
  const confirmed = await ports.dialogs.confirm(
    `Apply the operator resource ${resource.name} to the namespace ${at.namespace} of ${at.context}?`,
    [
      ...remarks,
      ...(remarks.length > 0 ? [""] : []),
      `Context: ${at.context}`,
      `Server: ${at.server}`,
      `Namespace: ${at.namespace}`,
      `Labels of the ingress gateway: ${shownLabels(resource.gatewayLabels)}`,
      `From: ${source}`,
    ].join("\n"),
    "Apply",
  );
  if (!confirmed) return false;
  const change = await changeOf(ports, at);
  if (change !== undefined) {
    await ports.prompts.error(`CAP Operator: ${change} Nothing was applied.`);
    return false;
  }
  try {
    const [applied] = await ports.progress.show(
      `CAP Operator: applying ${resource.name}`,
      (_report, signal) =>
        applyObjects(ports, at, [{ namespace: at.namespace, text: resource.text }], {
          signal,
          waitForKinds: isKindNew,
        }),
    );
    await ports.prompts.info(outcome(resource.name, at, applied?.change));
    return true;
  } catch (error) {
    await tellFailure(ports, explained(error, at, resource));
    return false;
  }
}

function outcome(name: string, { namespace }: ClusterTarget, change: string | undefined): string {
  const what = `CAP Operator: the operator resource ${name} in the namespace ${namespace}`;
  if (change === "unchanged") return `${what} was like this already. Nothing changed.`;
  const done = change === "created" ? "was created" : "was changed";
  return `${what} ${done}. CAP Operator Manager installs the operator from it; refresh the view CAP Operator to watch its components.`;
}

function explained(error: unknown, at: ClusterTarget, { apiVersion }: OperatorResource) {
  const failure = explainError(error, at, "applying the operator resource");
  if (failure.kind !== "kind-missing") return failure;
  return {
    ...failure,
    sentence: `The cluster of ${at.context} does not know operator resources of ${apiVersion}.`,
    next: "Install CAP Operator Manager first, or take the apiVersion of the resource definition that it brought along.",
  };
}
