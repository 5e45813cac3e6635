import { upgradeInstall } from "../cli/changes.ts";
import { confirmation } from "../install/confirmation.ts";
import { installAfterPreview } from "../install/install-request.ts";
import { changesTitle, showChanges } from "../install/planned-changes.ts";
import { type Chosen, choose, type Prepared, prepare } from "../install/prepare.ts";
import type { Operation } from "../operation/operation.ts";
import type { Done } from "../operation/outcome.ts";
import { operation } from "../operation/run-operation.ts";
import { changeRelease } from "../release/change-release.ts";
import { confirmChange, type Look, previewLook } from "../release/confirm.ts";

const TITLE = "CAP Operator: Install";

/**
 * Installs or upgrades the operator with Helm (spec section 4.1, operation A). First, everything is asked and checked; then a
 * single modal question shows what will happen, and exactly what was confirmed is run.
 */
export const install = operation({
  id: "capOperator.install",
  needsTrust: true,
  async run(operation, target) {
    const chosen = await choose(operation, TITLE, target);
    const prepared = await prepare(operation, chosen, { free: true });
    await confirm(operation, chosen, prepared);
    return upgrade(operation, chosen, prepared);
  },
});

async function confirm(operation: Operation, chosen: Chosen, prepared: Prepared): Promise<void> {
  const { plan, found, changes } = prepared;
  const shownPath = (path: string) => operation.files.shown(path);
  const asked = confirmation({ ...prepared, warnings: chosen.warnings, shownPath });
  const next = installAfterPreview(chosen.request, chosen.at.context);
  const title = changesTitle(plan, found.release, changes);
  const preview = previewLook(() => showChanges(operation, title, changes, next));
  const read: Look = {
    button: "Read Details",
    show: () => operation.pages.showMarkdown(asked.page),
  };
  const looks = asked.willFail ? [read, preview] : [preview, read];
  await operation.pages.showMarkdown({ ...asked.page, isBehindQuestion: true });
  const named = { what: "release", name: plan.at.release };
  await confirmChange(operation, plan.at.context, asked, named, { looks, first: asked.willFail });
}

function upgrade(operation: Operation, chosen: Chosen, prepared: Prepared): Promise<Done> {
  const { plan, archive, chart, found, can } = prepared;
  const { at } = plan;
  const isNew = found.release === undefined;
  const waited = plan.wait || plan.rollbackOnFailure;
  return changeRelease(operation, {
    at,
    can,
    before: found.release,
    files: chosen.files,
    chart: chosen.chart,
    archive,
    ...(chosen.request.of !== undefined && { of: chosen.request.of }),
    name: isNew ? "an installation" : "an upgrade",
    doing: isNew ? "installing" : "upgrading",
    invocation: upgradeInstall(plan, can),
    success: ({ revision }) => {
      operation.walkthrough.achieved("installed");
      return [
        `${at.release} is ${isNew ? "installed" : "upgraded"} in ${at.context}, namespace ${at.namespace}:`,
        `revision ${revision}, from ${chart.name} ${chart.version}.`,
        waited ? "Its components are ready." : "Helm did not wait for its components.",
      ].join(" ");
    },
  });
}
