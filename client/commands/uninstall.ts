import { capabilitiesOf, type HelmCapabilities, helmVersion } from "../cli/capabilities.ts";
import { uninstall as uninstallation } from "../cli/changes.ts";
import { getManifest } from "../cli/inspect.ts";
import type { ReleaseAt, ReleaseState } from "../cli/release.ts";
import type { KubeObject } from "../manifests/manifest.ts";
import { call } from "../operation/run-invocation.ts";
import { whileReading } from "../operation/while-reading.ts";
import type { Command, Ports } from "../ports.ts";
import { changeRelease } from "../release/change-release.ts";
import { onChosenRelease } from "../release/on-chosen-release.ts";
import { confirmDestructive } from "../release/protected-confirmation.ts";
import { releaseState } from "../release/release-state.ts";
import { tellNone } from "../release/show-release.ts";
import { countedKinds } from "../sentence-parts.ts";

const TITLE = "CAP Operator: Uninstall";

/** Removes a release after saying what goes and what stays. */
export const uninstall: Command = {
  id: "capOperator.uninstall",
  run: (ports, target) =>
    onChosenRelease(ports, target, {
      title: TITLE,
      doing: "preparing the uninstallation",
      outcome: "and nothing was changed",
      run: uninstallRelease,
    }),
};

async function uninstallRelease(ports: Ports, at: ReleaseAt, again: () => Promise<void>): Promise<void> {
  const found = await whileReading(ports, `Looking at ${at.release} in ${at.context}`, (signal) =>
    look(ports, at, signal),
  );
  if (found === undefined) return tellNone(ports, at);
  if (await confirmed(ports, at, found)) await remove(ports, at, found, again);
}

interface Found {
  readonly release: ReleaseState;
  readonly can: HelmCapabilities;
  /** Without the hooks, which Helm does not remove with the release. */
  readonly objects: readonly KubeObject[];
}

async function look(ports: Ports, at: ReleaseAt, signal: AbortSignal): Promise<Found | undefined> {
  const can = capabilitiesOf(await call(ports, helmVersion(), { signal }));
  const release = await releaseState(ports, at, { signal });
  if (release === undefined) return undefined;
  const manifest = await call(ports, getManifest(at, release.revision), { signal });
  return { release, can, objects: manifest.objects(at.namespace).filter(({ hook }) => !hook) };
}

function confirmed(ports: Ports, at: ReleaseAt, { release, objects }: Found): Promise<boolean> {
  return confirmDestructive(ports, at, {
    message: `Uninstall ${at.release} from ${at.context}?`,
    detail: [
      `Now: revision ${release.revision}, ${release.status}, ${release.chart}`,
      "",
      `What goes: ${countedKinds(objects) || "no objects"}, and the history of the release. It cannot be rolled back then.`,
      `What stays: the namespace ${at.namespace}, and the CRDs of the chart with all resources of their kinds. Nobody looks after those resources any more.`,
    ],
    button: "Uninstall",
  });
}

async function remove(ports: Ports, at: ReleaseAt, found: Found, again: () => Promise<void>): Promise<void> {
  const { wait, timeout } = ports.installationSettings();
  await changeRelease(ports, {
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
    again,
  });
}
