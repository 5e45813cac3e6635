import type { Labels } from "../cluster/cluster-object.ts";
import { readGateways } from "../cluster/read-cluster-hosts.ts";
import type { ClusterTarget } from "../cluster/target.ts";
import { applyOperatorResource } from "../commands/apply-operator-resource.ts";
import { NEW_FILE_NAMES, openNewFile } from "../files/new-document.ts";
import type { Ports } from "../ports.ts";
import { applyOperatorText } from "./apply-operator-text.ts";
import { type GatewayFound, matchGateways } from "./gateway-match.ts";
import type { FetchedRelease } from "./manager-release.ts";
import { newResource, type OperatorResource, resourceWithLabels, shownLabels } from "./operator-resource.ts";

const NAME = "cap-operator";
const APPLY = "Apply...";
const EDIT = "Open It";

/**
 * Offers the operator resource that fits the cluster's ingress gateway (spec section 4.1, operation B, steps 3 and 4): the
 * release's default one where the labels match, else a new one that is opened with the labels that were found.
 */
export async function offerOperatorResource(
  ports: Ports,
  target: ClusterTarget,
  release: FetchedRelease,
): Promise<void> {
  const { defaultResource } = release;
  const base = "found" in defaultResource ? defaultResource.found : undefined;
  const wanted = base?.gatewayLabels ?? {};
  const read = await ports.progress.show("Looking for the ingress gateway", (_report, signal) =>
    readGateways(ports, target, { ingressGatewayLabels: wanted }, signal),
  );
  const match = matchGateways(read.gateways);
  if (match.kind === "match" && base !== undefined) {
    const fits = `The ingress gateway ${match.service} has the labels of the default operator resource.`;
    return offerDefault(ports, target, base, release.location.defaultResource.shown, fits);
  }
  const without = "problem" in defaultResource ? `${defaultResource.problem} ` : "";
  if (match.kind === "other") {
    const gateway = await chooseGateway(ports, match.found);
    if (gateway === undefined) return tellWhatIsLeft(ports);
    const differs =
      base === undefined
        ? `${without}A new operator resource with the labels of the ingress gateway ${gateway.service} is open.`
        : `The ingress gateway ${gateway.service} has the labels ${shownLabels(gateway.labels)}, and the default operator resource ` +
          `names ${shownLabels(wanted)}. A new operator resource with the gateway's labels is open.`;
    return openNew(ports, release, gateway.labels, differs, "Check it, then apply it.");
  }
  const lack =
    "unread" in read.services
      ? `The ingress gateway could not be looked for: ${read.services.unread}`
      : "No ingress gateway was found in this cluster.";
  const text = `${without}${lack} A new operator resource is open.`;
  return openNew(ports, release, wanted, text, "Enter the labels of your ingress gateway, then apply it.");
}

async function offerDefault(
  ports: Ports,
  target: ClusterTarget,
  resource: OperatorResource,
  source: string,
  fits: string,
): Promise<void> {
  const remarks = [
    fits,
    ...(resource.namespace === undefined || resource.namespace === target.namespace
      ? []
      : [`It names the namespace ${resource.namespace}, but the manager runs in ${target.namespace}.`]),
  ];
  const applied = await applyOperatorText(ports, target, { resource, source, remarks, isKindNew: true });
  if (applied) return;
  const left = "CAP Operator Manager runs, but without an operator resource it installs nothing.";
  const pressed = await ports.prompts.info(`${left} You can edit the default one first.`, EDIT);
  if (pressed === EDIT) await openNewFile(ports, "operator", resource.text);
}

async function chooseGateway(
  ports: Ports,
  found: readonly GatewayFound[],
): Promise<GatewayFound | undefined> {
  const [first, second] = found;
  if (second === undefined) return first;
  const choices = found.map((gateway) => ({
    label: gateway.service,
    detail: shownLabels(gateway.labels),
    value: gateway,
  }));
  return ports.prompts.pick(
    choices,
    "CAP Operator: Ingress Gateway",
    "Pick the gateway through which requests reach the applications",
  );
}

async function openNew(
  ports: Ports,
  { defaultResource, manifest }: FetchedRelease,
  labels: Labels,
  what: string,
  next: string,
): Promise<void> {
  const [type] = manifest.operatorTypes;
  if ("problem" in defaultResource && type === undefined) {
    await ports.prompts.error(
      `${defaultResource.problem} The manifest does not define the operator resource either, so it has to be created by hand.`,
    );
    return;
  }
  const text =
    "found" in defaultResource
      ? resourceWithLabels(defaultResource.found, labels, manifest.namespace)
      : type && newResource(type, { name: NAME, namespace: manifest.namespace }, labels);
  if (text === undefined) return;
  const { uri } = await ports.editor.openUntitled(text, NEW_FILE_NAMES.operator);
  const pressed = await ports.prompts.info(`CAP Operator Manager runs. ${what} ${next}`, APPLY);
  if (pressed === APPLY) await applyOperatorResource.run(ports, uri);
}

async function tellWhatIsLeft(ports: Ports): Promise<void> {
  await ports.prompts.info(
    "CAP Operator Manager runs, but without an operator resource it installs nothing. Create one with the labels of your ingress gateway and run CAP Operator: Apply Operator Resource.",
  );
}
