import * as l10n from "@vscode/l10n";
import { changeContext } from "../cluster/contexts.ts";
import { refuseChangedContext, resolveTarget } from "../cluster/resolve-target.ts";
import type { Failure } from "../helm/failures/row.ts";
import { setting } from "../helm/recovery.ts";
import type { ClusterTarget } from "../kubectl/target.ts";
import { applyObjects } from "../manager/apply-objects.ts";
import { awaitManager } from "../manager/await-manager.ts";
import { partsOf } from "../manager/manager-manifest.ts";
import { type FetchedRelease, fetchRelease } from "../manager/manager-release.ts";
import { manifestDetail, manifestPage } from "../manager/manifest-page.ts";
import { offerOperatorResource } from "../manager/offer-operator-resource.ts";
import { type ManagerPlan, planManager } from "../manager/plan-manager.ts";
import { changeContextLabel } from "../operation/message-actions.ts";
import type { Operation, Step } from "../operation/operation.ts";
import { Refused, refuse } from "../operation/outcome.ts";
import { operation } from "../operation/run-operation.ts";
import { confirmChange, withPage } from "../release/confirm.ts";
import { withReason } from "../release/not-ready.ts";
import { refreshShown } from "../views/fill-view.ts";
import type { CommandOffers } from "./offer.ts";

/** The name of the manager among the changes that are at work. */
// Not translated: a name
const MANAGER = "CAP Operator Manager";

export const offers: CommandOffers = {
  installWithManager: {
    title: "Install with Manager...",
    does: "Applies the manifest of CAP Operator Manager, waits for its pod, and offers an operator resource.",
    section: "Installation",
    order: 170,
    needs: "kubectl",
    menus: [
      ["view/title", "1_install@2"],
      ["view/item/context", "2_install@2", "viewItem == context"],
    ],
  },
};

/** Installs the operator with its manager (spec section 4.1, operation B). */
export const installWithManager = operation({
  id: "capOperator.installWithManager",
  needsTrust: true,
  async run(operation) {
    // A wrong context is reported before the release is asked for.
    const first = await resolveTarget(operation);
    const release = await fetchRelease(operation);
    const plan = await confirmedPlan(operation, first, release);
    const { target } = plan;
    try {
      await operation.alone({ ...target, release: MANAGER }, l10n.t("the installation"), () =>
        installManager(operation, target, release),
      );
    } finally {
      await operation.pages.markPast(pageName(target));
    }
    if (plan.existing.length > 0) return { message: unchanged(target, plan.existing) };
    operation.about({ outcome: l10n.t("CAP Operator Manager is running.") });
    return offerOperatorResource(operation, target, release);
  },
});

/** An existing resource may have been edited, so the default one is not applied over it. */
function unchanged({ context, namespace }: ClusterTarget, [name, ...others]: readonly string[]): string {
  const runs = l10n.t("CAP Operator Manager is running in the namespace {0} of {1}.", namespace, context);
  const stays =
    others.length === 0
      ? l10n.t("Its operator resource {0} stays as it is.", name ?? "")
      : l10n.t("Its operator resources stay as they are.");
  return `${runs} ${stays}`;
}

/** The plan that the person agrees to, in the context that they choose. */
async function confirmedPlan(
  operation: Operation,
  chosen: ClusterTarget,
  release: FetchedRelease,
): Promise<ManagerPlan> {
  const target = { ...chosen, namespace: release.manifest.namespace };
  const plan = await planManager(operation, target, release);
  if (await confirm(operation, plan)) return plan;
  await changeContext(operation);
  return confirmedPlan(operation, await resolveTarget(operation), release);
}

function confirm(operation: Operation, plan: ManagerPlan): Promise<boolean> {
  const { target } = plan;
  const question = l10n.t(
    "Install CAP Operator Manager into the namespace {0} of {1}?",
    target.namespace,
    target.context,
  );
  const asked = { message: question, detail: manifestDetail(plan), button: l10n.t("Install") };
  const other = target.canChange && { other: changeContextLabel() };
  return withPage(operation, { name: pageName(target), text: manifestPage(plan) }, (read) =>
    confirmChange(
      operation,
      target.context,
      asked,
      { what: "namespace", name: target.namespace },
      { looks: [read], first: false, ...other },
    ),
  );
}

function pageName({ context }: ClusterTarget): string {
  return l10n.t("CAP Operator Manager in {0}", context);
}

function runAgain(): string {
  return l10n.t("Run the command again to continue. What is already applied does not change.");
}

/** Applies the manifest and waits for the manager, unless the context has changed meanwhile. */
async function installManager(
  operation: Operation,
  target: ClusterTarget,
  release: FetchedRelease,
): Promise<void> {
  await refuseChangedContext(operation, target);
  operation.meanwhile(() => refreshShown(operation, target));
  operation.about({
    doing: l10n.t("applying the manager's manifest"),
    outcome: l10n.t("Part of the manifest may have been applied."),
  });
  await operation.change(l10n.t("Installing the manager ({0})", target.context), async (step) => {
    await applyManifest(step, target, release);
    operation.about({
      doing: l10n.t("waiting for the manager"),
      outcome: l10n.t("The manifest was applied."),
    });
    await waitUntilReady(step, target, release);
  });
}

async function applyManifest(
  step: Step,
  target: ClusterTarget,
  { location, manifest }: FetchedRelease,
): Promise<void> {
  step.report(l10n.t("applying the manifest"));
  const parts = partsOf(manifest, location.manifest.shown);
  try {
    await applyObjects(step, target, parts, { waitForKinds: manifest.operatorTypes.length > 0 });
  } catch (error) {
    if (!step.signal.aborted) throw error;
    const part = l10n.t("Applying the manifest was canceled, so part of it may be in {0}.", target.namespace);
    refuse(part, runAgain(), { tone: "warning" });
  }
}

async function waitUntilReady(
  step: Step,
  target: ClusterTarget,
  { manifest }: FetchedRelease,
): Promise<void> {
  const ended = await awaitManager(step, target, manifest);
  if (ended.end === "failed") throw new Refused(ended.failure);
  if (ended.end === "cancelled") {
    const applied = l10n.t(
      "The manifest was applied to {0}, but the manager is not running yet.",
      target.namespace,
    );
    refuse(applied, runAgain(), { tone: "warning" });
  }
  if (ended.end === "too-long") {
    const { timeout } = step.installationSettings();
    throw new Refused(withReason(tooLong(timeout), ended.unready, target));
  }
}

function tooLong(timeout: string): Failure {
  return {
    kind: "timeout",
    sentence: l10n.t("The manager did not become ready within {0}.", timeout),
    next: l10n.t("If it only needs more time, raise capOperator.install.timeout."),
    recovery: [setting("install.timeout")],
    details: [runAgain()],
  };
}
