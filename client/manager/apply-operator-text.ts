import type { Failure } from "../cli/failure.ts";
import { INSTALL_WITH_MANAGER } from "../cli/recovery.ts";
import { applyObjects, saysKindIsUnknown } from "../cluster/apply-objects.ts";
import { changeOf } from "../cluster/resolve-target.ts";
import { type ClusterTarget, clusterLines } from "../cluster/target.ts";
import { explainError } from "../operation/explain-error.ts";
import { exclusively } from "../operation/running-releases.ts";
import { tellFailure } from "../operation/tell-failure.ts";
import type { Ports } from "../ports.ts";
import { typedIfProtected } from "../release/protected-confirmation.ts";
import { refreshShown } from "../view/fill-view.ts";
import { type OperatorResource, shownLabels } from "./operator-resource.ts";

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
  toApply: ResourceToApply,
): Promise<boolean> {
  const { resource } = toApply;
  const at = { ...target, namespace: resource.namespace ?? target.namespace };
  const question = `Apply the operator resource ${resource.name} to the namespace ${at.namespace} of ${at.context}?`;
  if (!(await ports.dialogs.confirm(question, detail(at, toApply), "Apply"))) return false;
  const named = { what: "operator resource", name: resource.name };
  if (!(await typedIfProtected(ports, at.context, question, named))) return false;
  const change = await changeOf(ports, at);
  if (change !== undefined) {
    await ports.prompts.error(`${change} Nothing was applied.`);
    return false;
  }
  const ended = await exclusively(ports, { ...at, release: resource.name }, "the change", () =>
    run(ports, at, toApply),
  );
  // What is told waits for an answer, and must not keep the resource busy meanwhile.
  if (ended === undefined) return false;
  if ("failure" in ended) {
    await tellFailure(ports, ended.failure);
    return false;
  }
  await Promise.all([ports.prompts.info(outcome(resource.name, at, ended.change)), refreshShown(ports, at)]);
  return true;
}

async function run(
  ports: Ports,
  at: ClusterTarget,
  { resource, isKindNew }: ResourceToApply,
): Promise<{ readonly change: string | undefined } | { readonly failure: Failure }> {
  const parts = [{ namespace: at.namespace, text: resource.text }];
  try {
    const [applied] = await ports.progress.show(`Applying ${resource.name}`, (_report, signal) =>
      applyObjects(ports, at, parts, { signal, waitForKinds: isKindNew }),
    );
    return { change: applied?.change };
  } catch (error) {
    return { failure: explained(error, at, resource) };
  }
}

function detail(at: ClusterTarget, { resource, source, remarks }: ResourceToApply): string {
  return [
    ...remarks,
    ...(remarks.length > 0 ? [""] : []),
    ...clusterLines(at),
    `Namespace: ${at.namespace}`,
    `Labels of the ingress gateway: ${shownLabels(resource.gatewayLabels)}`,
    `From: ${source}`,
  ].join("\n");
}

function outcome(name: string, { namespace }: ClusterTarget, change: string | undefined): string {
  const what = `The operator resource ${name} in the namespace ${namespace}`;
  if (change === "unchanged") return `${what} was like this already. Nothing changed.`;
  const done = change === "created" ? "was created" : "was changed";
  return `${what} ${done}. CAP Operator Manager installs the operator from it; refresh the view CAP Operator to watch its components.`;
}

function explained(error: unknown, at: ClusterTarget, { apiVersion }: OperatorResource) {
  const failure = explainError(error, at, "applying the operator resource");
  if (!saysKindIsUnknown(error, at)) return failure;
  return {
    kind: "kind-missing" as const,
    sentence: `The cluster of ${at.context} does not have operator resources of ${apiVersion}.`,
    next: "Install CAP Operator Manager first, or correct the apiVersion.",
    recovery: [INSTALL_WITH_MANAGER],
  };
}
