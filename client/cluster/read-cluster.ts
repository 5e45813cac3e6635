import { VALUES_FACTS } from "../../server/lsp/protocol.ts";
import { get, serverVersion } from "../kubectl/calls.ts";
import type { ClusterObject } from "../kubectl/cluster-object.ts";
import { componentStates } from "../kubectl/components.ts";
import { type Reading, reasonsOf } from "../kubectl/reading.ts";
import type { ClusterTarget } from "../kubectl/target.ts";
import type {
  ClusterSnapshot,
  ComponentSeen,
  HelmInstallation,
  PrerequisiteSeen,
} from "../operation/cluster-view.ts";
import type { Step } from "../operation/operation.ts";
import { messageOf } from "../texts/error-message.ts";
import { type HelmReleases, helmReleases, managerTraces } from "./existing-installations.ts";
import { checkCluster } from "./read-prerequisites.ts";

/**
 * Reads what the view shows, with calls that only read. Never fails: a part that could not be read has the reason. Prerequisites take
 * many calls, so they are not included.
 */
export async function readCluster(step: Step, target: ClusterTarget): Promise<ClusterSnapshot> {
  const [version, helm] = await Promise.all([
    step.ask(target, serverVersion(target)),
    helmReleases(step, target),
  ]);
  const releases = asReading(helm);
  // Without kubectl, or without an answer, there is no point in asking more.
  if ("unread" in version) {
    const rest = { components: version, prerequisites: version };
    return { target, serverVersion: version, releases, resources: [], ...rest, notChecked: [] };
  }
  const manager = await managerTraces(step, target);
  const components = await readComponents(step, target, helm.releases, manager.resources);
  const notChecked = "unread" in releases ? manager.notChecked : [...helm.notChecked, ...manager.notChecked];
  return {
    target,
    serverVersion: version,
    releases,
    resources: manager.resources,
    components,
    notChecked: [...new Set(notChecked)],
  };
}

/** The prerequisites for the chart's defaults, as no values have been named yet. */
export async function readJudgedPrerequisites(
  step: Step,
  target: ClusterTarget,
): Promise<Reading<readonly PrerequisiteSeen[]>> {
  try {
    const facts = await step.server.ask(VALUES_FACTS, {});
    return { answer: await checkCluster(step, target, { ...facts, namespace: target.namespace }) };
  } catch (error) {
    return { unread: messageOf(error) };
  }
}

function asReading({ releases, notChecked }: HelmReleases): Reading<readonly HelmInstallation[]> {
  const isUnread = releases.length === 0 && notChecked.length > 0;
  return isUnread ? { unread: notChecked.join(" ") } : { answer: releases };
}

async function readComponents(
  step: Step,
  target: ClusterTarget,
  releases: readonly HelmInstallation[],
  resources: readonly { readonly namespace: string }[],
): Promise<Reading<readonly ComponentSeen[]>> {
  const namespaces = [...new Set([...releases, ...resources].map(({ namespace }) => namespace))];
  const read = await Promise.all(
    namespaces.map(async (namespace) => {
      const objects = await step.ask(target, get(target, "deployments,pods", { namespace }));
      return { namespace, objects };
    }),
  );
  const components = read.flatMap(({ namespace, objects }) => {
    if ("unread" in objects) return [];
    const ofManager = resources.some((resource) => resource.namespace === namespace);
    const installed = releases
      .filter((release) => release.namespace === namespace)
      .map(({ release }) => release);
    return componentsOf(objects.answer, installed, ofManager).map((state) => ({ ...state, namespace }));
  });
  const [reason] = reasonsOf(read.map(({ objects }) => objects));
  return components.length === 0 && reason !== undefined ? { unread: reason } : { answer: components };
}

/**
 * Objects that Helm applied carry their release in an annotation; all others in the namespace of an operator resource count as
 * installed by the manager.
 */
function componentsOf(objects: readonly ClusterObject[], releases: readonly string[], ofManager: boolean) {
  const releaseOf = ({ metadata }: ClusterObject) =>
    metadata.annotations?.["meta.helm.sh/release-name"] ?? "";
  const isPod = ({ kind }: ClusterObject) => kind === "Pod";
  const shown = ofManager ? [...releases, ""] : releases;
  return shown.flatMap((release) =>
    componentStates(
      objects.filter((object) => isPod(object) || releaseOf(object) === release),
      release,
    ),
  );
}
