import { upgradeInstall } from "../cli/changes.ts";
import { RECOVERY_COMMANDS } from "../cli/recovery.ts";
import { showPrerequisites } from "../cluster/show-prerequisites.ts";
import { confirmation } from "../install/confirmation.ts";
import { type Chosen, choose } from "../install/prepare.ts";
import { installAfterPreview } from "../install/previewed.ts";
import { type Ready, readyToRun } from "../install/ready-to-run.ts";
import { valuesName } from "../install/wanted.ts";
import type { Command, Ports } from "../ports.ts";
import { changeRelease } from "../release/change-release.ts";
import { confirmAfterLooks, type Look, previewLook } from "../release/confirm-with-preview.ts";
import { changesTitle } from "../release/planned-changes.ts";
import { typedIfProtected } from "../release/protected-confirmation.ts";
import { showChanges } from "../release/show-changes.ts";

const TITLE = "CAP Operator: Install";

/**
 * Installs or upgrades the operator with Helm (spec section 4.1, operation A). Everything is asked and looked at first;
 * one modal question shows what will happen, and what was confirmed is what runs.
 */
export const install: Command = {
  id: "capOperator.install",
  async run(ports, target) {
    const chosen = await choose(ports, TITLE, target);
    if (chosen === undefined) return;
    const again = () => this.run(ports, chosen.wanted.from ?? target);
    const ready = await readyToRun(ports, chosen, { again, free: true });
    if (ready === undefined || !(await confirmed(ports, chosen, ready))) return;
    await upgrade(ports, chosen, ready, again);
  },
};

async function confirmed(ports: Ports, chosen: Chosen, { prepared, changes }: Ready): Promise<boolean> {
  const { plan, found, prerequisites } = prepared;
  const shownPath = (path: string) => ports.files.shown(path);
  const asked = confirmation({ ...prepared, changes, warnings: chosen.warnings, shownPath });
  const next = installAfterPreview(chosen.wanted, chosen.at.context);
  const title = changesTitle(plan, found.release, changes);
  const preview = previewLook(() => showChanges(ports, title, changes, next));
  const values = valuesName(chosen.wanted);
  const check: Look = {
    button: RECOVERY_COMMANDS["capOperator.checkPrerequisites"],
    show: () => showPrerequisites(ports, prerequisites, { at: plan.at, values }),
  };
  const looks = asked.willFail ? [check, preview] : [preview];
  if (!(await confirmAfterLooks(ports, asked, looks, asked.willFail))) return false;
  return typedIfProtected(ports, plan.at.context, asked.message, { what: "release", name: plan.at.release });
}

function upgrade(
  ports: Ports,
  chosen: Chosen,
  { prepared }: Ready,
  again: () => Promise<void>,
): Promise<void> {
  const { plan, archive, chart, found, can } = prepared;
  const { at } = plan;
  const isNew = found.release === undefined;
  const waited = plan.wait || plan.rollbackOnFailure;
  return changeRelease(ports, {
    at,
    can,
    before: found.release,
    files: chosen.files,
    chart: chosen.chart,
    archive,
    ...(chosen.wanted.of !== undefined && { of: chosen.wanted.of }),
    name: isNew ? "an installation" : "an upgrade",
    doing: isNew ? "installing" : "upgrading",
    invocation: upgradeInstall(plan, can),
    success: ({ revision }) => {
      ports.walkthrough.achieved("installed");
      return [
        `${at.release} is ${isNew ? "installed" : "upgraded"} in ${at.context}, namespace ${at.namespace}:`,
        `revision ${revision}, from ${chart.name} ${chart.version}.`,
        waited ? "Its components are ready." : "Helm did not wait for its components.",
      ].join(" ");
    },
    again,
  });
}
