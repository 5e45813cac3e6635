import * as l10n from "@vscode/l10n";
import { KINDS } from "../../kubectl/kinds.ts";
import { reasonsOf } from "../../kubectl/reading.ts";
import { listed } from "../../texts/sentence-parts.ts";
import { certificatePrerequisites } from "./certificates.ts";
import { gatewayPrerequisites } from "./ingress-gateway.ts";
import { meshPrerequisite } from "./mesh.ts";
import { type Needs, type Prerequisite, type PrerequisiteReadings, servedGroups } from "./prerequisite.ts";

/** Every prerequisite of an installation with these values (spec section 2.1), in the order of the specification. */
export function prerequisites(readings: PrerequisiteReadings, needs: Needs): Prerequisite[] {
  return [
    meshPrerequisite(readings),
    ...gatewayPrerequisites(readings, needs),
    servicePrerequisite(readings),
    ...certificatePrerequisites(readings, needs),
    monitorsPrerequisite(readings, needs),
    permissionsPrerequisite(readings, needs),
  ];
}

function servicePrerequisite({ apiVersions }: PrerequisiteReadings): Prerequisite {
  const about = {
    title: l10n.t("Service-instance operator"),
    why: l10n.t(
      "It manages the service instances and bindings of applications, and writes their credentials into the cluster as Secrets.",
    ),
  };
  if ("unread" in apiVersions) return { ...about, state: "not-checked", found: apiVersions.unread };
  const groups = servedGroups(apiVersions.answer);
  const named = ({ product, group }: (typeof KINDS.serviceOperators)[number]) => `${product} (${group})`;
  const present = KINDS.serviceOperators.filter(({ group }) => groups.has(group));
  if (present.length > 0) {
    return { ...about, state: "met", found: l10n.t("The cluster has {0}.", listed(present.map(named))) };
  }
  return {
    ...about,
    state: "missing",
    found: l10n.t(
      "The cluster serves none of these API groups: {0}.",
      listed(KINDS.serviceOperators.map(({ group }) => group)),
    ),
    next: l10n.t("Install {0}.", listed(KINDS.serviceOperators.map(named), "or")),
  };
}

function monitorsPrerequisite(
  { resources }: PrerequisiteReadings,
  { monitoringEnabled }: Needs,
): Prerequisite {
  const { product, apiVersion, resource } = KINDS.monitors;
  const about = {
    title: l10n.t("Metrics monitors"),
    why: l10n.t(
      "With monitoring enabled in the values, the chart creates monitors for the metrics of controller and subscription server.",
    ),
  };
  if (!monitoringEnabled) {
    return { ...about, state: "not-needed", found: l10n.t("Monitoring is not enabled in the values.") };
  }
  const served = resources[apiVersion] ?? { answer: [] };
  if ("unread" in served) return { ...about, state: "not-checked", found: served.unread };
  if (served.answer.includes(resource)) {
    return { ...about, state: "met", found: l10n.t("{0} of {1} are served.", resource, apiVersion) };
  }
  return {
    ...about,
    state: "missing",
    found: l10n.t(
      "The cluster does not serve {0} of {1}: the installation would fail.",
      resource,
      apiVersion,
    ),
    next: l10n.t("Install the CRDs of {0}, or set monitoring.enabled to false in the values.", product),
    stops: "kind",
  };
}

function permissionsPrerequisite({ permissions }: PrerequisiteReadings, { namespace }: Needs): Prerequisite {
  const about = {
    title: l10n.t("Your permissions"),
    why: l10n.t(
      "An installation creates these objects with your permissions; the operator gets no more than you may grant.",
    ),
  };
  const named = (some: PrerequisiteReadings["permissions"]) => {
    const verbs = new Set(some.map(({ permission }) => permission.verb));
    return `${listed([...verbs])} ${listed(some.map(({ permission }) => permission.resource))}`;
  };
  const refused = permissions.filter(({ allowed }) => "answer" in allowed && !allowed.answer);
  const unread = permissions.filter(({ allowed }) => "unread" in allowed);
  const [why = ""] = reasonsOf(unread.map(({ allowed }) => allowed));
  if (refused.length > 0) {
    return {
      ...about,
      state: "missing",
      found: l10n.t(
        "You are not allowed to {0}. The namespace of the release is {1}.",
        named(refused),
        namespace,
      ),
      next: l10n.t(
        "Ask your cluster administrator for these permissions, or to install the operator for you.",
      ),
      stops: "permission",
    };
  }
  if (unread.length > 0) {
    const found =
      unread.length === permissions.length ? why : l10n.t("{0} Not answered: {1}.", why, named(unread));
    return { ...about, state: "not-checked", found };
  }
  return { ...about, state: "met", found: l10n.t("You are allowed to {0}.", named(permissions)) };
}
