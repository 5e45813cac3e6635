import * as l10n from "@vscode/l10n";
import { labelText, objectName } from "../../kubectl/cluster-object.ts";
import { listed } from "../../texts/sentence-parts.ts";
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
    title: l10n.t("Public ingress gateway"),
    why: l10n.t(
      "Requests for applications, and for the subscription server's domain, come in through it. The values name it by its labels.",
    ),
  };
  if ("unread" in gateways) return { ...about, state: "not-checked", found: gateways.unread };
  const labels = labelText(ingressGatewayLabels) || l10n.t("none");
  const [first] = gateways.answer;
  if (first === undefined) {
    return {
      ...about,
      state: "missing",
      found: l10n.t(
        "No service selects pods with the labels of the values ({0}), or with those that gateways usually have.",
        labels,
      ),
      next: l10n.t(
        "Install an ingress gateway of the mesh with a public service, or name its labels as ingressGatewayLabels in the values.",
      ),
    };
  }
  const names = listed(gateways.answer.map(({ service }) => objectName(service)));
  const isOne = gateways.answer.length === 1;
  if (first.isNamed) {
    return {
      ...about,
      state: "met",
      found: isOne
        ? l10n.t("The service {0} selects pods with the labels {1}.", names, labels)
        : l10n.t("The services {0} select pods with the labels {1}.", names, labels),
    };
  }
  const found = labelText(first.labels);
  return {
    ...about,
    state: "other-values",
    found: isOne
      ? l10n.t(
          "The labels in the values are {0}, but the service {1} selects pods with the labels {2}.",
          labels,
          names,
          found,
        )
      : l10n.t(
          "The labels in the values are {0}, but the services {1} select pods with the labels {2}.",
          labels,
          names,
          found,
        ),
    next: l10n.t(
      "Set ingressGatewayLabels in the values to {0}. To remove a default label, set it to null.",
      found,
    ),
  };
}

function namespacePrerequisite(
  gateways: PrerequisiteReadings["gateways"],
  { meshSystemNamespace, keys }: Needs,
): Prerequisite[] {
  if ("unread" in gateways || gateways.answer.length === 0 || !meshSystemNamespace) return [];
  const about = {
    title: l10n.t("Namespace of the mesh"),
    why: l10n.t(
      "The gateway reads the certificate of the subscription server's domain from its own namespace, which the values name.",
    ),
  };
  const namespaces = namespacesOf(gateways.answer);
  if (namespaces.includes(meshSystemNamespace)) {
    return [
      {
        ...about,
        state: "met",
        found: l10n.t("The gateway is in {0}, as set in the values.", meshSystemNamespace),
      },
    ];
  }
  const places = listed(namespaces, "or");
  return [
    {
      ...about,
      state: "other-values",
      found: l10n.t(
        "The values name {0}, but the gateway is in {1}.",
        meshSystemNamespace,
        listed(namespaces),
      ),
      next:
        keys.meshSystemNamespace === undefined
          ? l10n.t("Set the namespace in the values to {0}.", places)
          : l10n.t("Set {0} in the values to {1}.", keys.meshSystemNamespace, places),
    },
  ];
}

function namespacesOf(gateways: readonly IngressGateway[]): string[] {
  return [...new Set(gateways.flatMap(({ service }) => service.metadata.namespace ?? []))];
}
