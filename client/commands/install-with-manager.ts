import type { Failure } from "../cli/failure.ts";
import { setting } from "../cli/recovery.ts";
import { applyObjects } from "../cluster/apply-objects.ts";
import { changeOf, resolveTarget } from "../cluster/resolve-target.ts";
import type { ClusterTarget } from "../cluster/target.ts";
import { awaitManager, type ManagerWait } from "../manager/await-manager.ts";
import { partsOf } from "../manager/manager-manifest.ts";
import { type FetchedRelease, fetchRelease } from "../manager/manager-release.ts";
import { manifestDetail, manifestPage } from "../manager/manifest-page.ts";
import { offerOperatorResource } from "../manager/offer-operator-resource.ts";
import { planManager } from "../manager/plan-manager.ts";
import { explainError } from "../operation/explain-error.ts";
import { exclusively } from "../operation/running-releases.ts";
import { tellFailure } from "../operation/tell-failure.ts";
import type { Command, Ports } from "../ports.ts";
import { withReason } from "../release/not-ready.ts";
import { typedIfProtected } from "../release/protected-confirmation.ts";
import { refreshShown } from "../view/fill-view.ts";

/** What the registry of runs calls the manager. */
const MANAGER = "CAP Operator Manager";

/** Installs the operator with its manager (spec section 4.1, operation B). */
export const installWithManager: Command = {
  id: "capOperator.installWithManager",
  async run(ports) {
    if (!(await ports.dialogs.trusted())) return;
    const resolved = await resolveTarget(ports);
    if (resolved === undefined) return;
    const release = await fetchRelease(ports);
    if (release === undefined) return;
    const target = { ...resolved, namespace: release.manifest.namespace };
    const plan = await confirmedPlan(ports, target, release);
    if (plan === undefined) return;
    const ended = await exclusively(ports, { ...target, release: MANAGER }, "the installation", () =>
      installManager(ports, target, release),
    );
    // What is told waits for an answer, and must not keep the place busy meanwhile.
    if (ended === undefined) return;
    const [isRunning] = await Promise.all([tellEnd(ports, target, ended), refreshShown(ports, target)]);
    if (!isRunning) return;
    if (plan.existing.length === 0) await offerOperatorResource(ports, target, release);
    else await ports.prompts.info(unchanged(target, plan.existing));
  },
};

/** A resource that is there already may have been edited, so the default one is not applied over it. */
function unchanged({ context, namespace }: ClusterTarget, [name, ...others]: readonly string[]): string {
  const which =
    others.length === 0 ? `operator resource ${name} stays as it is` : "operator resources stay as they are";
  return `CAP Operator Manager runs in the namespace ${namespace} of ${context}. Its ${which}.`;
}

/** Shows what would be applied and asks whether to do it; nothing when the person does not want it. */
async function confirmedPlan(ports: Ports, target: ClusterTarget, release: FetchedRelease) {
  const plan = await planManager(ports, target, release);
  if (plan === undefined) return undefined;
  await ports.pages.showMarkdown({
    name: `CAP Operator Manager in ${target.context}`,
    text: manifestPage(plan),
  });
  const question = `Install CAP Operator Manager into the namespace ${target.namespace} of ${target.context}?`;
  if (!(await ports.dialogs.confirm(question, manifestDetail(plan), "Install"))) return undefined;
  const named = { what: "namespace", name: target.namespace };
  return (await typedIfProtected(ports, target.context, question, named)) ? plan : undefined;
}

/** Applies and waits, if the context still leads where it did. */
async function installManager(
  ports: Ports,
  target: ClusterTarget,
  release: FetchedRelease,
): Promise<ManagerEnd> {
  const change = await changeOf(ports, target);
  if (change !== undefined) return { end: "elsewhere", change };
  return ports.progress.show(`Installing the manager (${target.context})`, (report, cancelled) =>
    applyAndWait(ports, target, release, report, cancelled),
  );
}

async function applyAndWait(
  ports: Ports,
  target: ClusterTarget,
  { location, manifest }: FetchedRelease,
  report: (message: string) => void,
  cancelled: AbortSignal,
): Promise<ManagerEnd> {
  const options = { signal: cancelled, waitForKinds: manifest.operatorTypes.length > 0 };
  try {
    report("applying the manifest");
    await applyObjects(ports, target, partsOf(manifest, location.manifest.shown), options);
  } catch (error) {
    if (cancelled.aborted) return { end: "apply-cancelled" };
    return { end: "refused", failure: explainError(error, target, "applying the manager's manifest") };
  }
  return awaitManager(ports, target, manifest, report, cancelled);
}

type ManagerEnd =
  | ManagerWait
  | { readonly end: "elsewhere"; readonly change: string }
  | { readonly end: "apply-cancelled" }
  | { readonly end: "refused"; readonly failure: Failure };

const AGAIN = "Run the command again to go on: applying again changes nothing that is right already.";

/** Tells how it ended; whether the manager runs. */
async function tellEnd(ports: Ports, target: ClusterTarget, ended: ManagerEnd): Promise<boolean> {
  const { namespace } = target;
  const { timeout } = ports.installationSettings();
  switch (ended.end) {
    case "running":
      return true;
    case "elsewhere":
      await ports.prompts.error(`${ended.change} Nothing was applied.`);
      return false;
    case "refused":
      await tellFailure(ports, ended.failure, {
        outcome: "and a part of the manifest may be applied",
      });
      return false;
    case "failed":
      await tellFailure(ports, ended.failure, { outcome: "after the manifest was applied" });
      return false;
    case "apply-cancelled":
      await ports.prompts.warn(
        `Applying the manifest was cancelled, so a part of it may be in ${namespace}. ${AGAIN}`,
      );
      return false;
    case "cancelled":
      await ports.prompts.warn(
        `The manifest was applied to ${namespace}, but the manager does not run yet. ${AGAIN}`,
      );
      return false;
    case "too-long":
      await tellFailure(ports, withReason(tooLong(timeout), ended.unready, target), {
        outcome: "after the manifest was applied",
      });
      return false;
  }
}

function tooLong(timeout: string): Failure {
  return {
    kind: "timeout",
    sentence: `The manager did not become ready within ${timeout}.`,
    next: "If it only needs time, raise capOperator.install.timeout.",
    recovery: [setting("install.timeout")],
    details: [AGAIN],
  };
}
