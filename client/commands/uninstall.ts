import type { HelmCapabilities } from "../cli/capabilities.ts";
import { uninstall as uninstallation } from "../cli/changes.ts";
import { getManifest } from "../cli/inspect.ts";
import type { ReleaseRef, ReleaseState } from "../cli/release.ts";
import type { KubeObject } from "../manifests/manifest.ts";
import { findHelm } from "../operation/find-helm.ts";
import type { Operation, Step } from "../operation/operation.ts";
import { changeRelease } from "../release/change-release.ts";
import { onChosenRelease } from "../release/choose-release.ts";
import { confirmDestructive } from "../release/confirm.ts";
import { releaseState } from "../release/release-state.ts";
import { refuseNone } from "../release/status.ts";
import { countedKinds } from "../sentence-parts.ts";

/** Removes a release after saying what is removed and what stays. */
export const uninstall = onChosenRelease({
  id: "capOperator.uninstall",
  title: "CAP Operator: Uninstall",
  scene: { doing: "preparing the uninstallation", outcome: "and nothing was changed" },
  async run(operation, at) {
    const found = await operation.read(`Looking at ${at.release} in ${at.context}`, (step) => look(step, at));
    await confirm(operation, at, found);
    const { wait, timeout } = operation.installationSettings();
    return changeRelease(operation, {
      at,
      can: found.can,
      before: found.release,
      name: "an uninstallation",
      doing: "uninstalling",
      invocation: uninstallation(at, { wait, timeout }, found.can),
      success: ({ kept }) => {
        const more = kept.length === 0 ? "" : ` The chart also keeps ${kept.join(", ")}.`;
        return `${at.release} is uninstalled from ${at.context}. The namespace ${at.namespace} and the CRDs are still there.${more}`;
      },
    });
  },
});

interface Found {
  readonly release: ReleaseState;
  readonly can: HelmCapabilities;
  /** Without the hooks, which Helm does not remove with the release. */
  readonly objects: readonly KubeObject[];
}

async function look(step: Step, at: ReleaseRef): Promise<Found> {
  const can = await findHelm(step);
  const release = (await releaseState(step, at)) ?? (await refuseNone(step, at));
  const manifest = await step.call(getManifest(at, release.revision));
  return { release, can, objects: manifest.objects(at.namespace).filter(({ hook }) => !hook) };
}

function confirm(operation: Operation, at: ReleaseRef, { release, objects }: Found): Promise<void> {
  return confirmDestructive(operation, at, {
    message: `Uninstall ${at.release} from ${at.context}?`,
    detail: [
      `Now: revision ${release.revision}, ${release.status}, ${release.chart}`,
      "",
      `Will be removed: ${countedKinds(objects) || "no objects"}, and the history of the release. It cannot be rolled back afterwards.`,
      `Will be kept: the namespace ${at.namespace}, and the CRDs of the chart with all resources of their kinds. Nothing manages those resources afterwards.`,
    ],
    button: "Uninstall",
  });
}
