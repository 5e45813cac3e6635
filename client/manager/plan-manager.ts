import * as l10n from "@vscode/l10n";
import type { OperatorResourceAt } from "../cluster/existing-installations.ts";
import {
  type ExistingInstallations,
  findInstallations,
  helmInstallationWarning,
} from "../cluster/existing-installations.ts";
import { namespaceSeen } from "../cluster/namespace-state.ts";
import type { Failure } from "../helm/failures/row.ts";
import { CHANGE_CONTEXT, RETRY } from "../helm/recovery.ts";
import { canI, type Permission, readCanI } from "../kubectl/calls.ts";
import type { ClusterTarget } from "../kubectl/target.ts";
import { failureText } from "../operation/failure-text.ts";
import type { Operation, Step } from "../operation/operation.ts";
import { Refused } from "../operation/outcome.ts";
import { explainError } from "../operation/step.ts";
import { applyObjects } from "./apply-objects.ts";
import { partsOf } from "./manager-manifest.ts";
import type { FetchedRelease } from "./manager-release.ts";
import type { ManifestPlan } from "./manifest-page.ts";

/** A plan, and the operator resources that are already in the namespace in which the manager is to run. */
export interface ManagerPlan extends ManifestPlan {
  readonly existing: readonly string[];
}

/** The permissions for a manifest that not everyone has. */
const NEEDED: readonly Permission[] = [
  { verb: "create", resource: "namespaces" },
  { verb: "create", resource: "customresourcedefinitions.apiextensions.k8s.io" },
  { verb: "create", resource: "deployments.apps" },
];

/**
 * Checks the cluster before anything is applied: how the operator was installed before, what applying the manifest would change,
 * and whether it is allowed. Refuses if it cannot be done.
 */
export async function planManager(
  operation: Operation,
  target: ClusterTarget,
  release: FetchedRelease,
): Promise<ManagerPlan> {
  operation.about({
    target: target,
    doing: l10n.t("checking the cluster"),
    outcome: l10n.t("Nothing was applied."),
  });
  return operation.read(l10n.t("Checking the cluster"), (step) => makePlan(step, target, release));
}

async function makePlan(
  step: Step,
  target: ClusterTarget,
  { location, manifest }: FetchedRelease,
): Promise<ManagerPlan> {
  const source = location.manifest.shown;
  const seen = await namespaceSeen(step, target);
  if ("why" in seen && seen.why.kind !== "forbidden") throw new Refused(seen.why);
  const namespace = seen.state;
  if (namespace === "terminating") throw new Refused(terminating(target));
  const installations = await findInstallations(step, target);
  const existing = installations.operatorResources.filter(
    (resource) => resource.namespace === target.namespace,
  );
  const known = { target, manifest, source, existing: existing.map(({ name }) => name) };
  const remarks = [
    ...remarksOn(installations, target),
    ...(namespace === "unknown" ? [unknownNamespace(target)] : []),
  ];
  if (namespace !== "there") {
    const refused = await firstRefused(step, target);
    if (refused !== undefined) throw new Refused(notAllowed(target, refused));
    return { ...known, remarks };
  }
  try {
    const applied = await applyObjects(step, target, partsOf(manifest, source), { dryRun: true });
    const changes = new Map(applied.map(({ object, change }) => [object.replace(/\.[^/]*/, ""), change]));
    return { ...known, changes, remarks };
  } catch (error) {
    const failure = explainError(error, target, l10n.t("checking the manifest"));
    // Objects of a kind that the manifest itself brings cannot be checked before that kind exists.
    if (failure.kind !== "kind-missing") throw new Refused(failure);
    return { ...known, remarks: [...remarks, failureText(failure)] };
  }
}

async function firstRefused(step: Step, target: ClusterTarget): Promise<Permission | undefined> {
  const answers = await Promise.all(
    NEEDED.map((needed) => step.ask(target, canI(target, needed), { readFailed: readCanI })),
  );
  return NEEDED.find((_needed, index) => {
    const reading = answers[index];
    return reading !== undefined && "answer" in reading && !reading.answer;
  });
}

function remarksOn(installations: ExistingInstallations, { namespace }: ClusterTarget): readonly string[] {
  const elsewhere = installations.operatorResources.find((resource) => resource.namespace !== namespace);
  return [
    helmInstallationWarning(installations) ?? [],
    elsewhere === undefined ? [] : saysManagerIsElsewhere(elsewhere, namespace),
    installations.resourceTypes.length > 0 && elsewhere === undefined ? updates() : [],
    installations.notChecked,
  ].flat();
}

function updates(): string {
  return l10n.t("CAP Operator Manager is or was in this cluster already; applying the manifest updates it.");
}

function saysManagerIsElsewhere(resource: OperatorResourceAt, namespace: string): string {
  return l10n.t(
    "CAP Operator Manager already installs the operator from {0} in the namespace {1}, and this manifest installs a manager in {2}. Two managers conflict with each other.",
    resource.name,
    resource.namespace,
    namespace,
  );
}

function unknownNamespace({ namespace }: ClusterTarget): string {
  return l10n.t("You are not allowed to read the namespace {0}, so the changes were not checked.", namespace);
}

function terminating({ namespace }: ClusterTarget): Failure {
  return {
    kind: "namespace-terminating",
    sentence: l10n.t("The namespace {0} is being deleted.", namespace),
    next: l10n.t("Wait until it is gone, then try again."),
    recovery: [RETRY],
  };
}

function notAllowed({ context, namespace }: ClusterTarget, { verb, resource }: Permission): Failure {
  const isInNamespace = resource.startsWith("deployments");
  return {
    kind: "forbidden",
    sentence: isInNamespace
      ? l10n.t(
          "You are not allowed to {0} {1} in the namespace {2} of {3}.",
          verb,
          resource,
          namespace,
          context,
        )
      : l10n.t("You are not allowed to {0} {1} in {2}.", verb, resource, context),
    next: l10n.t("Ask your cluster administrator, or choose another context."),
    recovery: [CHANGE_CONTEXT, RETRY],
  };
}
