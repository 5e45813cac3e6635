import * as l10n from "@vscode/l10n";
import { refuseChangedContext } from "../cluster/resolve-target.ts";
import type { Failure } from "../helm/failures/row.ts";
import { CHANGE_CONTEXT, INSTALL_WITH_MANAGER } from "../helm/recovery.ts";
import { type ClusterTarget, clusterLines } from "../kubectl/target.ts";
import { changeContextLabel } from "../operation/message-actions.ts";
import type { Operation } from "../operation/operation.ts";
import { Cancelled, type Done, Refused } from "../operation/outcome.ts";
import { confirmChange } from "../release/confirm.ts";
import { refreshShown } from "../views/fill-view.ts";
import { applyObjects, saysKindIsUnknown } from "./apply-objects.ts";
import { type OperatorResource, shownLabels } from "./operator-resource.ts";

interface ResourceToApply {
  readonly resource: OperatorResource;
  readonly source: string;
  /** Sentences that a person has to read beforehand. */
  readonly remarks: readonly string[];
  /** True if its kind has only just been applied, so that the API server may not serve it yet. */
  readonly isKindNew: boolean;
  /** Starts again in a context that the person chooses; absent if the resource is for this cluster only. */
  readonly elsewhere?: () => Promise<Done>;
}

/** Applies an operator resource after a confirmation that says where. */
export async function applyOperatorText(
  operation: Operation,
  target: ClusterTarget,
  toApply: ResourceToApply,
): Promise<Done> {
  const { resource } = toApply;
  const destination = { ...target, namespace: resource.namespace ?? target.namespace };
  operation.about({ target: destination, doing: l10n.t("applying the operator resource") });
  const question = l10n.t(
    "Apply the operator resource {0} to the namespace {1} of {2}?",
    resource.name,
    destination.namespace,
    destination.context,
  );
  const asked = { message: question, detail: detail(destination, toApply), button: l10n.t("Apply") };
  const { elsewhere } = toApply;
  // Not translated: a name in the code.
  const named = { what: "operator resource", name: resource.name } as const;
  const looks = {
    looks: [],
    first: false,
    ...(elsewhere && destination.canChange && { other: changeContextLabel() }),
  };
  const isAgreed = await confirmChange(operation, destination.context, asked, named, looks);
  if (!isAgreed) {
    if (!elsewhere) throw new Cancelled();
    return elsewhere();
  }
  return operation.alone({ ...destination, release: resource.name }, l10n.t("the change"), async () => {
    await refuseChangedContext(operation, destination);
    operation.meanwhile(() => refreshShown(operation, destination));
    return run(operation, destination, toApply);
  });
}

async function run(
  operation: Operation,
  target: ClusterTarget,
  { resource, isKindNew }: ResourceToApply,
): Promise<Done> {
  const parts = [{ namespace: target.namespace, text: resource.text }];
  try {
    const [applied] = await operation.change(l10n.t("Applying {0}", resource.name), (step) =>
      applyObjects(step, target, parts, { waitForKinds: isKindNew }),
    );
    return { message: outcome(resource.name, target, applied?.change) };
  } catch (error) {
    throw saysKindIsUnknown(error, target) ? new Refused(kindMissing(target, resource)) : error;
  }
}

function detail(target: ClusterTarget, { resource, source, remarks }: ResourceToApply): string {
  return [
    ...remarks,
    ...(remarks.length > 0 ? [""] : []),
    ...clusterLines(target),
    l10n.t("Namespace: {0}", target.namespace),
    l10n.t("Labels of the ingress gateway: {0}", shownLabels(resource.gatewayLabels)),
    l10n.t("From: {0}", source),
  ].join("\n");
}

function outcome(name: string, { namespace }: ClusterTarget, change: string | undefined): string {
  switch (change) {
    case "unchanged":
      return l10n.t(
        "The operator resource {0} in the namespace {1} is already up to date. Nothing changed.",
        name,
        namespace,
      );
    case "created":
      return l10n.t(
        "The operator resource {0} in the namespace {1} was created. CAP Operator Manager installs the operator from it; refresh the CAP Operator view to watch its components.",
        name,
        namespace,
      );
    default:
      return l10n.t(
        "The operator resource {0} in the namespace {1} was changed. CAP Operator Manager installs the operator from it; refresh the CAP Operator view to watch its components.",
        name,
        namespace,
      );
  }
}

function kindMissing(target: ClusterTarget, { apiVersion }: OperatorResource): Failure {
  return {
    kind: "kind-missing",
    sentence: l10n.t("The cluster of {0} does not serve {1}.", target.context, apiVersion),
    next: l10n.t("Install CAP Operator Manager first, or correct the apiVersion."),
    recovery: [INSTALL_WITH_MANAGER, CHANGE_CONTEXT],
  };
}
