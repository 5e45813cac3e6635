import type { ValuesFacts } from "../../server/lsp/protocol.ts";
import { get } from "../kubectl/calls.ts";
import type { ClusterObject } from "../kubectl/cluster-object.ts";
import { KINDS } from "../kubectl/kinds.ts";
import { answerOr, type Reading, reasonsOf } from "../kubectl/reading.ts";
import type { ClusterTarget } from "../kubectl/target.ts";
import type { Step } from "../operation/operation.ts";
import { type IngressGateway, ingressGateways } from "./gateway.ts";
import { type ClusterHosts, clusterHosts } from "./host-names.ts";

/** The ingress gateways of a cluster, as far as they could be read. */
interface ReadGateways {
  readonly gateways: readonly IngressGateway[];
  /** The services, from which the gateways are taken; if unread, the gateways are unknown. */
  readonly services: Reading<readonly ClusterObject[]>;
  readonly notChecked: readonly string[];
}

/** The host names of a cluster, as far as they could be read. */
export interface ReadHosts extends ClusterHosts {
  readonly gateways: readonly IngressGateway[];
  readonly notChecked: readonly string[];
}

/**
 * Reads the host names that the required values can be made of: those of the ingress gateway that the values name, and those of
 * the cluster. Never fails; `notChecked` names what could not be read.
 */
export async function readClusterHosts(
  step: Step,
  target: ClusterTarget,
  facts: Pick<ValuesFacts, "ingressGatewayLabels">,
): Promise<ReadHosts> {
  const ifNone = { ifNone: [] };
  const { configMap } = KINDS.clusterDomain;
  const [read, meshGateways, clusterInfo] = await Promise.all([
    readGateways(step, target, facts),
    step.ask(target, get(target, KINDS.mesh.gateways.resource, { everywhere: true }), ifNone),
    step.ask(
      target,
      get(target, "configmaps", { namespace: configMap.namespace, name: configMap.name }),
      ifNone,
    ),
  ]);
  const { gateways } = read;
  return {
    ...clusterHosts({
      gateways,
      meshGateways: answerOr(meshGateways, []),
      clusterInfo: answerOr(clusterInfo, []),
    }),
    gateways,
    notChecked: [...new Set([...read.notChecked, ...reasonsOf([meshGateways, clusterInfo])])],
  };
}

/**
 * Reads the ingress gateways: services in any namespace whose pods have the labels of the values, or labels that gateways usually
 * have.
 */
export async function readGateways(
  step: Step,
  target: ClusterTarget,
  { ingressGatewayLabels }: Pick<ValuesFacts, "ingressGatewayLabels">,
): Promise<ReadGateways> {
  const isNamed = Object.keys(ingressGatewayLabels).length > 0;
  const [services, pods] = await Promise.all([
    step.ask(target, get(target, "services", { everywhere: true })),
    isNamed
      ? step.ask(target, get(target, "pods", { everywhere: true, labels: ingressGatewayLabels }))
      : { answer: [] },
  ]);
  return {
    gateways: ingressGateways(answerOr(services, []), answerOr(pods, []), ingressGatewayLabels),
    services,
    notChecked: reasonsOf([services, pods]),
  };
}
