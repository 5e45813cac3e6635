import * as l10n from "@vscode/l10n";
import { upgradeInstall } from "../helm/changing-commands.ts";
import type { ReleaseRef } from "../helm/release.ts";
import { confirmation } from "../install/confirmation.ts";
import { changesTitle, showChanges } from "../install/planned-changes.ts";
import {
  type ChosenInstallation,
  choose,
  inOtherContext,
  objectsOf,
  type Prepared,
  prepare,
} from "../install/prepare.ts";
import { refusedFields } from "../install/rehearsal/words.ts";
import type { Command } from "../operation/command.ts";
import { fieldActions } from "../operation/go-to-field.ts";
import { changeContextLabel } from "../operation/message-actions.ts";
import type { Operation } from "../operation/operation.ts";
import type { Done } from "../operation/outcome.ts";
import { operation } from "../operation/run-operation.ts";
import type { CommandId } from "../ports/editor.ts";
import { changeRelease } from "../release/change-release.ts";
import { type ChangedThing, confirmChange, type Look, previewLook, withPage } from "../release/confirm.ts";
import { installAfterPreview } from "../release/install-request.ts";
import { type CommandOffers, PREVIEW, SAVEABLE, VALUES_FILE } from "./offer.ts";

export const offers: CommandOffers = {
  install: {
    title: "Install CAP Operator...",
    does: "Installs or upgrades with Helm, after one question with all details.",
    section: "Installation",
    order: 110,
    icon: "$(cloud-upload)",
    needs: "Helm",
    menus: [
      ["editor/title", "1_capOperator@1", VALUES_FILE, SAVEABLE],
      ["editor/title", "navigation@-2", "capOperator.next == install", PREVIEW],
      ["editor/context", "8_capOperatorCluster@3", VALUES_FILE, SAVEABLE],
      ["view/title", "1_install@1"],
      ["view/item/context", "2_install@2", "viewItem == plannedRelease"],
      ["view/item/context", "2_install@1", "viewItem == context"],
    ],
  },
  // The palette looks for the words of a title in their order, so each of the two names is a title of its own.
  upgrade: {
    title: "Upgrade CAP Operator...",
    does: "The same as *Install CAP Operator...*, for a release that is installed.",
    section: "Installation",
    order: 111,
    needs: "Helm",
    menus: [["view/item/context", "2_install@2", "viewItem == release"]],
  },
};

/**
 * Installs or upgrades the operator with Helm (spec section 4.1, operation A). First, everything is asked and checked; then a
 * single modal question shows what will happen, and exactly what was confirmed is run.
 */
export const install = installing("capOperator.install", () => l10n.t("CAP Operator: Install CAP Operator"));
/** The same under its other name. */
export const upgrade = installing("capOperator.upgrade", () => l10n.t("CAP Operator: Upgrade CAP Operator"));

function installing(id: CommandId, title: () => string): Command {
  return operation({
    id,
    needsTrust: true,
    run: async (operation, target) => installChosen(operation, await choose(operation, title(), target)),
  });
}

async function installChosen(operation: Operation, chosen: ChosenInstallation): Promise<Done> {
  const prepared = await prepare(operation, chosen, { free: true });
  const { isAgreed, page } = await confirm(operation, chosen, prepared);
  if (!isAgreed) return installChosen(operation, await inOtherContext(operation, chosen));
  try {
    return await runConfirmed(operation, chosen, prepared);
  } finally {
    await operation.pages.markPast(page);
  }
}

/** Asks, with a page behind the question that goes with it, unless the person wants to read it. Not agreed: the person wants another context. */
async function confirm(
  operation: Operation,
  chosen: ChosenInstallation,
  prepared: Prepared,
): Promise<{ readonly isAgreed: boolean; readonly page: string }> {
  const { plan, found, changes } = prepared;
  const shownPath = (path: string) => operation.files.shown(path);
  const asked = confirmation({ ...prepared, warnings: chosen.warnings, shownPath });
  const next = installAfterPreview(chosen.request, chosen.target.context);
  const title = changesTitle(plan, found.release, changes);
  const objects = objectsOf(chosen, prepared.chart);
  const preview = previewLook(() => showChanges(operation, title, changes, next, objects));
  const toFields = fieldActions(operation.next, objects, refusedFields(changes.rehearsal));
  const page = asked.page.name;
  const isAgreed = await withPage(operation, asked.page, (read) => {
    const others = toFields.map(({ button, go }): Look => ({ button, show: go }));
    const looks = asked.willFail ? [read, preview, ...others] : [preview, read];
    const other = chosen.target.canChange && { other: changeContextLabel() };
    const named: ChangedThing = { what: "release", name: plan.target.release };
    return confirmChange(operation, plan.target.context, asked, named, {
      looks,
      first: asked.willFail,
      ...other,
    });
  });
  return { isAgreed, page };
}

function runConfirmed(operation: Operation, chosen: ChosenInstallation, prepared: Prepared): Promise<Done> {
  const { plan, archive, chart, found, can } = prepared;
  const { target } = plan;
  const isNew = found.release === undefined;
  const waited = plan.wait || plan.rollbackOnFailure;
  return changeRelease(operation, {
    target,
    can,
    before: found.release,
    files: chosen.files,
    chart: chosen.chart,
    archive,
    of: chosen.request.of,
    kind: isNew ? "installation" : "upgrade",
    invocation: upgradeInstall(plan, can),
    success: ({ revision }) => {
      operation.walkthrough.achieved("installed");
      const end = waited
        ? l10n.t("Its components are ready.")
        : l10n.t("Helm did not wait for its components.");
      return `${installedText(target, isNew, revision, `${chart.name} ${chart.version}`)} ${end}`;
    },
  });
}

function installedText(
  { release, context, namespace }: ReleaseRef,
  isNew: boolean,
  revision: number,
  chart: string,
): string {
  return isNew
    ? l10n.t(
        "{0} is installed in {1}, namespace {2}: revision {3}, from {4}.",
        release,
        context,
        namespace,
        revision,
        chart,
      )
    : l10n.t(
        "{0} is upgraded in {1}, namespace {2}: revision {3}, from {4}.",
        release,
        context,
        namespace,
        revision,
        chart,
      );
}
