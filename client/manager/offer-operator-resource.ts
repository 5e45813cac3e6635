import * as l10n from "@vscode/l10n";
import { readGateways } from "../cluster/read-cluster-hosts.ts";
import { NEW_FILE_NAMES, newOperatorFile } from "../files/new-document.ts";
import type { Labels } from "../kubectl/cluster-object.ts";
import type { ClusterTarget } from "../kubectl/target.ts";
import type { CommandContext, Operation } from "../operation/operation.ts";
import { Cancelled, type Done, refuse } from "../operation/outcome.ts";
import { applyOperatorText } from "./apply-operator-text.ts";
import { type GatewayFound, matchGateways } from "./gateway-match.ts";
import type { FetchedRelease } from "./manager-release.ts";
import { newResource, type OperatorResource, resourceWithLabels, shownLabels } from "./operator-resource.ts";

const NAME = "cap-operator";

/**
 * Offers the operator resource that fits the cluster's ingress gateway (spec section 4.1, operation B, steps 3 and 4): the
 * default one of the release if its labels match, otherwise a new one that is opened with the labels that were found.
 */
export async function offerOperatorResource(
  operation: Operation,
  target: ClusterTarget,
  release: FetchedRelease,
): Promise<Done> {
  const { defaultResource } = release;
  const base = "found" in defaultResource ? defaultResource.found : undefined;
  const wanted = base?.gatewayLabels ?? {};
  const read = await operation.read(l10n.t("Searching for the ingress gateway"), (step) =>
    readGateways(step, target, { ingressGatewayLabels: wanted }),
  );
  const match = matchGateways(read.gateways);
  if (match.kind === "match" && base !== undefined) {
    const fits = l10n.t(
      "The ingress gateway {0} has the labels of the default operator resource.",
      match.service,
    );
    return offerDefault(operation, target, base, release.location.defaultResource.shown, fits);
  }
  const lack = "problem" in defaultResource ? [defaultResource.problem] : [];
  if (match.kind === "other") {
    const gateway = await chooseGateway(operation, match.found, base && wanted);
    if (gateway === undefined) return whatIsLeft();
    const differs =
      base === undefined
        ? l10n.t(
            "A new operator resource with the labels of the ingress gateway {0} is open.",
            gateway.service,
          )
        : l10n.t(
            "The ingress gateway {0} has the labels {1}, and the default operator resource names {2}. A new operator resource with the gateway's labels is open.",
            gateway.service,
            shownLabels(gateway.labels),
            shownLabels(wanted),
          );
    return openNew(operation, release, gateway.labels, [
      ...lack,
      differs,
      l10n.t("Check it, then apply it."),
    ]);
  }
  return openNew(operation, release, wanted, [
    ...lack,
    "unread" in read.services
      ? l10n.t("The ingress gateway could not be read: {0}", read.services.unread)
      : l10n.t("No ingress gateway found in this cluster."),
    l10n.t("A new operator resource is open. Enter the labels of your ingress gateway, then apply it."),
  ]);
}

async function offerDefault(
  operation: Operation,
  target: ClusterTarget,
  resource: OperatorResource,
  source: string,
  fits: string,
): Promise<Done> {
  const remarks = [
    fits,
    ...(resource.namespace === undefined || resource.namespace === target.namespace
      ? []
      : [
          l10n.t(
            "It names the namespace {0}, but the manager runs in {1}.",
            resource.namespace,
            target.namespace,
          ),
        ]),
  ];
  try {
    return await applyOperatorText(operation, target, { resource, source, remarks, isKindNew: true });
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    const open = {
      button: l10n.t("Open It"),
      go: async () => void (await newOperatorFile(operation, resource.text)),
    };
    const message = l10n.t(
      "CAP Operator Manager is running, but installs nothing without an operator resource. You can edit the default one first.",
    );
    return { message, actions: [open] };
  }
}

/** Only asked where none has the labels of the default operator resource, if there is one. */
async function chooseGateway(
  context: CommandContext,
  found: readonly GatewayFound[],
  ofDefault: Labels | undefined,
): Promise<GatewayFound | undefined> {
  const [first, second] = found;
  if (second === undefined) return first;
  const choices = found.map((gateway) => ({
    label: gateway.service,
    ...(gateway.hosts.length > 0 && { description: gateway.hosts.join(", ") }),
    detail: shownLabels(gateway.labels),
    value: gateway,
  }));
  const placeholder =
    ofDefault === undefined
      ? l10n.t("Select the gateway through which requests reach the applications")
      : l10n.t(
          "Select the gateway of the applications. None has the default labels {0}",
          shownLabels(ofDefault),
        );
  return context.prompts.pick(choices, l10n.t("CAP Operator: Ingress Gateway"), placeholder);
}

async function openNew(
  operation: Operation,
  { defaultResource, manifest }: FetchedRelease,
  labels: Labels,
  sentences: readonly string[],
): Promise<Done> {
  const [type] = manifest.operatorTypes;
  const text =
    "found" in defaultResource
      ? resourceWithLabels(defaultResource.found, labels, manifest.namespace)
      : type && newResource(type, { name: NAME, namespace: manifest.namespace }, labels);
  if (text === undefined) {
    const lack = l10n.t("The manifest does not define the operator resource, so it must be created by hand.");
    return refuse("problem" in defaultResource ? `${defaultResource.problem} ${lack}` : lack);
  }
  const { uri } = await operation.editor.openUntitled(text, NEW_FILE_NAMES.operator);
  const apply = {
    button: l10n.t("Apply..."),
    go: () => operation.editor.runCommand("capOperator.applyOperatorResource", uri),
  };
  return { message: [l10n.t("CAP Operator Manager is running."), ...sentences].join(" "), actions: [apply] };
}

function whatIsLeft(): Done {
  return {
    message: l10n.t(
      "CAP Operator Manager is running, but installs nothing without an operator resource. Create one with the labels of your ingress gateway, then run CAP Operator: Apply Operator Resource...",
    ),
  };
}
