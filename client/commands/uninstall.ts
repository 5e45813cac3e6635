import * as l10n from "@vscode/l10n";
import type { HelmCapabilities } from "../helm/capabilities.ts";
import { uninstall as uninstallation } from "../helm/changing-commands.ts";
import { getManifest } from "../helm/reading-commands.ts";
import type { ReleaseRef, ReleaseState } from "../helm/release.ts";
import type { KubeObject } from "../manifests/objects.ts";
import { findHelm } from "../operation/find-helm.ts";
import type { Operation, Step } from "../operation/operation.ts";
import { changeRelease } from "../release/change-release.ts";
import { onChosenRelease } from "../release/choose-release.ts";
import { confirmDestructive } from "../release/confirm.ts";
import { releaseState } from "../release/release-state.ts";
import { refuseNone } from "../release/status.ts";
import { countedKinds } from "../texts/sentence-parts.ts";
import type { CommandOffers } from "./offer.ts";

export const offers: CommandOffers = {
  uninstall: {
    title: "Uninstall...",
    does: "Uninstalls a release, after a list of what is deleted and what is kept.",
    section: "Installation",
    order: 160,
    icon: "$(trash)",
    needs: "Helm",
    menus: [["view/item/context", "3_change@2", "viewItem == release"]],
  },
};

export const uninstall = onChosenRelease({
  id: "capOperator.uninstall",
  title: () => l10n.t("CAP Operator: Uninstall"),
  context: () => ({
    doing: l10n.t("preparing the uninstallation"),
    outcome: l10n.t("Nothing was changed."),
  }),
  async run(operation, target) {
    const found = await operation.read(
      l10n.t("Checking {0} in {1}", target.release, target.context),
      (step) => readInstalled(step, target),
    );
    await confirm(operation, target, found);
    const { wait, timeout } = operation.installationSettings();
    return changeRelease(operation, {
      target,
      can: found.can,
      before: found.release,
      kind: "uninstallation",
      invocation: uninstallation(target, { wait, timeout }, found.can),
      success: ({ kept }) => {
        const done = l10n.t(
          "{0} is uninstalled from {1}. Kept: the namespace {2} and the CRDs.",
          target.release,
          target.context,
          target.namespace,
        );
        if (kept.length === 0) return done;
        return `${done} ${l10n.t("The chart also keeps {0}.", kept.join(", "))}`;
      },
    });
  },
});

interface InstalledObjects {
  readonly release: ReleaseState;
  readonly can: HelmCapabilities;
  /** Without the hooks, which Helm does not remove with the release. */
  readonly objects: readonly KubeObject[];
}

async function readInstalled(step: Step, target: ReleaseRef): Promise<InstalledObjects> {
  const can = await findHelm(step);
  const release = (await releaseState(step, target)) ?? (await refuseNone(step, target));
  const manifest = await step.call(getManifest(target, release.revision));
  return { release, can, objects: manifest.objects(target.namespace).filter(({ hook }) => !hook) };
}

function confirm(
  operation: Operation,
  target: ReleaseRef,
  { release, objects }: InstalledObjects,
): Promise<void> {
  return confirmDestructive(operation, target, {
    message: l10n.t("Uninstall {0} from {1}?", target.release, target.context),
    detail: [
      l10n.t("Now: revision {0}, {1}, {2}", release.revision, release.status, release.chart),
      "",
      l10n.t(
        "Deleted: {0}, and the history of the release. It cannot be rolled back afterwards.",
        countedKinds(objects) || l10n.t("no objects"),
      ),
      l10n.t(
        "Kept: the namespace {0}, and the CRDs of the chart with all resources of their kinds. Nothing manages those resources afterwards.",
        target.namespace,
      ),
    ],
    button: l10n.t("Uninstall"),
  });
}
