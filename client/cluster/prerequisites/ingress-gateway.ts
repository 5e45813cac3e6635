import { listed } from "../../sentence-parts.ts";
import { labelText, objectName } from "../cluster-object.ts";
import type { IngressGateway } from "../gateway.ts";
import type { Needs, Prerequisite, PrerequisiteReadings } from "./prerequisite.ts";

/** The ingress gateway that the values identify by its labels, and the namespace of the mesh that they name. */
export function gatewayPrerequisites({ gateways }: PrerequisiteReadings, needs: Needs): Prerequisite[] {
  return [gatewayPrerequisite(gateways, needs), ...namespacePrerequisite(gateways, needs)];
}

function gatewayPrerequisite(
  gateways: PrerequisiteReadings["gateways"],
  { ingressGatewayLabels }: Needs,
): Prerequisite {
  const about = {
    title: "Public ingress gateway",
    why: "Requests for applications, and for the subscription server's domain, come in through it. The values name it by its labels.",
  };
  if ("unread" in gateways) return { ...about, state: "not checked", found: gateways.unread };
  const labels = labelText(ingressGatewayLabels) || "none";
  const [first] = gateways.answer;
  if (first === undefined) {
    return {
      ...about,
      state: "missing",
      found: `No service leads to pods with the labels of the values (${labels}), or with those that gateways usually have.`,
      next: "Install an ingress gateway of the mesh with a public service, or name its labels as ingressGatewayLabels in the values.",
    };
  }
  const names = listed(gateways.answer.map(({ service }) => objectName(service)));
  const lead = gateways.answer.length === 1 ? `service ${names} leads` : `services ${names} lead`;
  if (first.isNamed) {
    return {
      ...about,
      state: "there",
      found: `The ${lead} to pods with the labels ${labels}.`,
    };
  }
  return {
    ...about,
    state: "does not fit the values",
    found: `The labels in the values are ${labels}, but the ${lead} to pods with the labels ${labelText(first.labels)}.`,
    next: `Set ingressGatewayLabels in the values to ${labelText(first.labels)}. To remove a default label, set it to null.`,
  };
}

function namespacePrerequisite(
  gateways: PrerequisiteReadings["gateways"],
  { meshSystemNamespace, keys }: Needs,
): Prerequisite[] {
  if ("unread" in gateways || gateways.answer.length === 0 || !meshSystemNamespace) return [];
  const about = {
    title: "Namespace of the mesh",
    why: "The gateway reads the certificate of the subscription server's domain from its own namespace, which the values name.",
  };
  const namespaces = namespacesOf(gateways.answer);
  if (namespaces.includes(meshSystemNamespace)) {
    return [
      { ...about, state: "there", found: `The gateway is in ${meshSystemNamespace}, as set in the values.` },
    ];
  }
  return [
    {
      ...about,
      state: "does not fit the values",
      found: `The values say ${meshSystemNamespace}, but the gateway is in ${listed(namespaces)}.`,
      next: `Set ${keys.meshSystemNamespace ?? "the namespace"} in the values to ${listed(namespaces, "or")}.`,
    },
  ];
}

function namespacesOf(gateways: readonly IngressGateway[]): string[] {
  return [...new Set(gateways.flatMap(({ service }) => service.metadata.namespace ?? []))];
}
