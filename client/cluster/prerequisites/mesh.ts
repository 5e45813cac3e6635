import * as l10n from "@vscode/l10n";
import { type ClusterObject, objectName } from "../../kubectl/cluster-object.ts";
import { listAt, recordAt, textAt } from "../../kubectl/json-access.ts";
import { KINDS } from "../../kubectl/kinds.ts";
import { type Reading, reasonsOf } from "../../kubectl/reading.ts";
import type { PrerequisiteState } from "../../operation/cluster-view.ts";
import { listed } from "../../texts/sentence-parts.ts";
import type { Prerequisite, PrerequisiteReadings } from "./prerequisite.ts";

const { product, minimum, apis, controlPlane } = KINDS.mesh;

const why = () =>
  l10n.t(
    "The operator routes requests to applications and their tenants with mesh resources in version v1, which {0} has had since {1}.",
    product,
    minimum.version,
  );

const upgrade = () =>
  l10n.t("Upgrade {0} to {1} or later before you install the operator.", product, minimum.version);

/** The mesh: its APIs have to be served in the version that the operator uses, and its control plane has to be new enough. */
export function meshPrerequisite({
  apiVersions,
  resources,
  controlPlanes,
}: PrerequisiteReadings): Prerequisite {
  const about = { title: l10n.t("Service mesh"), why: why() };
  const [unread] = reasonsOf([
    apiVersions,
    ...apis.needed.map(({ apiVersion }) => readAt(resources, apiVersion)),
  ]);
  if ("unread" in apiVersions || unread !== undefined) {
    return { ...about, state: "not-checked", found: unread ?? "" };
  }
  const served = apis.needed.map((api) => ({
    ...api,
    group: api.apiVersion.replace(/\/.*$/s, ""),
    lacking: lackingOf(api, readAt(resources, api.apiVersion)),
  }));
  const versionsOf = (group: string) => apiVersions.answer.filter((served) => served.startsWith(`${group}/`));
  if (served.every(({ group }) => versionsOf(group).length === 0)) {
    const next = l10n.t("Install {0} {1} or later, with an ingress gateway.", product, minimum.version);
    const found = l10n.t(
      "The cluster does not serve the APIs of {0}: {1}.",
      product,
      listed(served.map(({ group }) => group)),
    );
    return { ...about, state: "missing", found, next };
  }
  const lacking = served.filter((api) => api.lacking.length > 0);
  if (lacking.length > 0) {
    const found = lacking.map((api) => {
      const versions = versionsOf(api.group);
      return versions.length === 0
        ? l10n.t("{0} has no {1} (its group is not served).", api.apiVersion, listed(api.lacking))
        : l10n.t("{0} has no {1} (served: {2}).", api.apiVersion, listed(api.lacking), listed(versions));
    });
    const running = "answer" in controlPlanes ? controlPlanes.answer.map(described).join(" ") : "";
    return {
      ...about,
      state: "wrong-version",
      found: [...found, running].join(" ").trim(),
      next: upgrade(),
    };
  }
  const apisServed = l10n.t("{0} are served.", listed(served.map(({ apiVersion }) => apiVersion)));
  const running = runningVersion(controlPlanes);
  return {
    ...about,
    state: running.state,
    found: `${running.found} ${apisServed}`,
    ...(running.state === "wrong-version" && { next: upgrade() }),
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
  const tag = /:([^:/@]+)$/.exec(image?.replace(/@.*$/s, "") ?? "")?.[1];
  // The image tells the running version; a label may be older than the image.
  return [tag, ...said].find((text) => text !== undefined && numbersOf(text) !== undefined);
}

function runningVersion(controlPlanes: Reading<readonly ClusterObject[]>): {
  readonly state: PrerequisiteState;
  readonly found: string;
  readonly next?: string;
} {
  if ("unread" in controlPlanes) {
    return {
      state: "not-checked",
      found: l10n.t("The version of its control plane was not read. {0}", controlPlanes.unread),
    };
  }
  const found = controlPlanes.answer;
  if (found.length === 0) {
    return {
      state: "not-checked",
      found: l10n.t("No control plane was found in this cluster, so its version is not known."),
      next: l10n.t(
        "Check that the mesh, which may be run for you elsewhere, is at version {0} or later.",
        minimum.version,
      ),
    };
  }
  const all = found.map(described).join(" ");
  const versions = found.map((deployment) => numbersOf(controlPlaneVersion(deployment) ?? ""));
  if (versions.some((version) => version !== undefined && isBefore(version, numbersOf(minimum.version)))) {
    return { state: "wrong-version", found: all };
  }
  return { state: versions.includes(undefined) ? "not-checked" : "met", found: all };
}

function described(deployment: ClusterObject): string {
  const version = controlPlaneVersion(deployment);
  const name = objectName(deployment);
  return version === undefined
    ? l10n.t("Control plane {0} does not report its version.", name)
    : l10n.t("Control plane {0} is at version {1}.", name, version);
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
