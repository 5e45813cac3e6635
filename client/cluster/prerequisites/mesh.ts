import { listed } from "../../sentence-parts.ts";
import { type ClusterObject, objectName } from "../cluster-object.ts";
import { listAt, recordAt, textAt } from "../json-access.ts";
import { KINDS } from "../kinds.ts";
import { type Reading, reasonsOf } from "../reading.ts";
import type { Prerequisite, PrerequisiteReadings, PrerequisiteState } from "./prerequisite.ts";

const { product, minimum, apis, controlPlane } = KINDS.mesh;

const WHY =
  `The operator routes requests to applications and their tenants with mesh resources in version v1, ` +
  `which ${product} has had since ${minimum.version}.`;

const UPGRADE = `Upgrade ${product} to ${minimum.version} or later before you install the operator.`;

/** The mesh: its APIs have to be served in the version that the operator uses, and its control plane has to be new enough. */
export function meshPrerequisite({
  apiVersions,
  resources,
  controlPlanes,
}: PrerequisiteReadings): Prerequisite {
  const about = { title: "Service mesh", why: WHY };
  const [unread] = reasonsOf([
    apiVersions,
    ...apis.needed.map(({ apiVersion }) => readAt(resources, apiVersion)),
  ]);
  if ("unread" in apiVersions || unread !== undefined) {
    return { ...about, state: "not checked", found: unread ?? "" };
  }
  const served = apis.needed.map((api) => ({
    ...api,
    group: api.apiVersion.replace(/\/.*$/, ""),
    lacking: lackingOf(api, readAt(resources, api.apiVersion)),
  }));
  const versionsOf = (group: string) => apiVersions.answer.filter((served) => served.startsWith(`${group}/`));
  if (served.every(({ group }) => versionsOf(group).length === 0)) {
    const next = `Install ${product} ${minimum.version} or later, with an ingress gateway.`;
    const found = `The cluster does not know the APIs of ${product}: ${listed(served.map(({ group }) => group))}.`;
    return { ...about, state: "missing", found, next };
  }
  const lacking = served.filter((api) => api.lacking.length > 0);
  if (lacking.length > 0) {
    const found = lacking.map((api) => {
      const versions = versionsOf(api.group);
      const instead = versions.length === 0 ? "its group is not served" : `served is ${listed(versions)}`;
      return `${api.apiVersion} has no ${listed(api.lacking)} (${instead}).`;
    });
    const running = "answer" in controlPlanes ? controlPlanes.answer.map(described).join(" ") : "";
    return {
      ...about,
      state: "wrong version",
      found: [...found, running].join(" ").trim(),
      next: UPGRADE,
    };
  }
  const apisServed = `${listed(served.map(({ apiVersion }) => apiVersion))} are served.`;
  const running = runningVersion(controlPlanes);
  return {
    ...about,
    state: running.state,
    found: `${running.found} ${apisServed}`,
    ...(running.state === "wrong version" && { next: UPGRADE }),
    ...(running.next !== undefined && { next: running.next }),
  };
}

/** The version of a control plane, according to the tag of its image or to its labels. */
function controlPlaneVersion(deployment: ClusterObject): string | undefined {
  const template = recordAt(recordAt(deployment, "spec"), "template");
  const labels = { ...deployment.metadata.labels };
  const said = controlPlane.versionLabels.map((label) => labels[label]);
  const containers = listAt(recordAt(template, "spec"), "containers");
  const container = containers.find(({ name }) => name === controlPlane.container) ?? containers[0];
  const image = container === undefined ? undefined : textAt(container, "image");
  const tag = /:([^:/@]+)(?:@.*)?$/.exec(image ?? "")?.[1];
  // The image is what runs; a label may be left over from before somebody changed the image.
  return [tag, ...said].find((text) => text !== undefined && numbersOf(text) !== undefined);
}

function runningVersion(controlPlanes: Reading<readonly ClusterObject[]>): {
  readonly state: PrerequisiteState;
  readonly found: string;
  readonly next?: string;
} {
  if ("unread" in controlPlanes) {
    return {
      state: "not checked",
      found: `The version of its control plane was not read. ${controlPlanes.unread}`,
    };
  }
  const found = controlPlanes.answer;
  if (found.length === 0) {
    return {
      state: "not checked",
      found: "No control plane was found in this cluster, so its version is not known.",
      next: `Check that the mesh, which may be run for you elsewhere, is at version ${minimum.version} or later.`,
    };
  }
  const all = found.map(described).join(" ");
  const versions = found.map((deployment) => numbersOf(controlPlaneVersion(deployment) ?? ""));
  if (versions.some((version) => version !== undefined && isBefore(version, numbersOf(minimum.version)))) {
    return { state: "wrong version", found: all };
  }
  return { state: versions.includes(undefined) ? "not checked" : "there", found: all };
}

function described(deployment: ClusterObject): string {
  const version = controlPlaneVersion(deployment);
  const name = `Control plane ${objectName(deployment)}`;
  return version === undefined ? `${name} does not say its version.` : `${name} is at version ${version}.`;
}

function readAt(
  resources: PrerequisiteReadings["resources"],
  apiVersion: string,
): Reading<readonly string[]> {
  return resources[apiVersion] ?? { answer: [] };
}

function lackingOf(
  api: { readonly resources: readonly string[] },
  served: Reading<readonly string[]>,
): readonly string[] {
  return "answer" in served ? api.resources.filter((resource) => !served.answer.includes(resource)) : [];
}

function numbersOf(version: string): readonly [major: number, minor: number] | undefined {
  const [, major, minor] = /^v?(\d+)\.(\d+)/.exec(version) ?? [];
  return major === undefined || minor === undefined ? undefined : [Number(major), Number(minor)];
}

function isBefore(
  [major, minor]: readonly [number, number],
  wanted: readonly [number, number] | undefined,
): boolean {
  const [wantedMajor, wantedMinor] = wanted ?? [0, 0];
  return major < wantedMajor || (major === wantedMajor && minor < wantedMinor);
}
