import { listed } from "../../sentence-parts.ts";
import { KINDS } from "../kinds.ts";
import { reasonsOf } from "../reading.ts";
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
    title: "Service-instance operator",
    why: "It manages the service instances and bindings of applications, and writes their credentials into the cluster as Secrets.",
  };
  if ("unread" in apiVersions) return { ...about, state: "not checked", found: apiVersions.unread };
  const groups = servedGroups(apiVersions.answer);
  const named = ({ product, group }: (typeof KINDS.serviceOperators)[number]) => `${product} (${group})`;
  const present = KINDS.serviceOperators.filter(({ group }) => groups.has(group));
  if (present.length > 0) {
    return { ...about, state: "there", found: `The cluster has ${listed(present.map(named))}.` };
  }
  return {
    ...about,
    state: "missing",
    found: `The cluster knows neither ${KINDS.serviceOperators.map(({ group }) => group).join(" nor ")}.`,
    next: `Install ${listed(KINDS.serviceOperators.map(named), "or")}.`,
  };
}

function monitorsPrerequisite(
  { resources }: PrerequisiteReadings,
  { monitoringEnabled }: Needs,
): Prerequisite {
  const { product, apiVersion, resource } = KINDS.monitors;
  const about = {
    title: "Metrics monitors",
    why: "With monitoring enabled in the values, the chart creates monitors for the metrics of controller and subscription server.",
  };
  if (!monitoringEnabled) {
    return { ...about, state: "not needed", found: "Monitoring is not enabled in the values." };
  }
  const served = resources[apiVersion] ?? { answer: [] };
  if ("unread" in served) return { ...about, state: "not checked", found: served.unread };
  if (served.answer.includes(resource)) {
    return { ...about, state: "there", found: `${resource} of ${apiVersion} are served.` };
  }
  return {
    ...about,
    state: "missing",
    found: `The cluster does not know ${resource} of ${apiVersion}: the installation would fail.`,
    next: `Install the CRDs of ${product}, or set monitoring.enabled to false in the values.`,
    stops: "kind",
  };
}

function permissionsPrerequisite({ permissions }: PrerequisiteReadings, { namespace }: Needs): Prerequisite {
  const about = {
    title: "Your permissions",
    why: "An installation creates these as you: the operator gets no more permissions than you may grant.",
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
      found: `You may not ${named(refused)}. The namespace of the release is ${namespace}.`,
      next: "Ask your cluster administrator for these permissions, or to install the operator for you.",
      stops: "permission",
    };
  }
  if (unread.length > 0) {
    const open = unread.length === permissions.length ? "" : ` Not answered: ${named(unread)}.`;
    return { ...about, state: "not checked", found: `${why}${open}` };
  }
  return { ...about, state: "there", found: `You may ${named(permissions)}.` };
}
