import type { ValuesFacts } from "../../server/lsp/protocol.ts";
import { get } from "../cli/kubectl.ts";
import { ask } from "../operation/ask-cluster.ts";
import type { RunPorts } from "../operation/run-invocation.ts";
import type { ClusterObject } from "./cluster-object.ts";
import { type IngressGateway, ingressGateways } from "./gateway.ts";
import { type ClusterHosts, clusterHosts } from "./host-names.ts";
import { KINDS } from "./kinds.ts";
import { answerOr, type Reading, reasonsOf } from "./reading.ts";
import type { ClusterTarget } from "./target.ts";

/** The ingress gateways of a cluster, as far as they could be read. */
export interface ReadGateways {
  readonly gateways: readonly IngressGateway[];
  /** Whether services could be read at all; else nothing can be said of the gateways. */
  readonly services: Reading<readonly ClusterObject[]>;
  readonly notChecked: readonly string[];
}

/** The names of a cluster, as far as they could be read. */
export interface ReadHosts extends ClusterHosts {
  readonly gateways: readonly IngressGateway[];
  /** What could not be read, one sentence each. */
  readonly notChecked: readonly string[];
}

/**
 * Reads the names that the required values can be made of: of the ingress gateway that the values name, and of the
 * cluster. Never fails; what could not be read is told in `notChecked`.
 */
export async function readClusterHosts(
  ports: RunPorts,
  target: ClusterTarget,
  facts: Pick<ValuesFacts, "ingressGatewayLabels">,
  signal?: AbortSignal,
): Promise<ReadHosts> {
  const options = { ...(signal && { signal }), ifNone: [] };
  const { configMap } = KINDS.clusterDomain;
  const [read, meshGateways, clusterInfo] = await Promise.all([
    readGateways(ports, target, facts, signal),
    ask(ports, target, get(target, KINDS.mesh.gateways.resource, { everywhere: true }), options),
    ask(
      ports,
      target,
      get(target, "configmaps", { namespace: configMap.namespace, name: configMap.name }),
      options,
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

/** Reads the ingress gateways: the services in front of the pods with the labels of the values, in any namespace. */
export async function readGateways(
  ports: RunPorts,
  target: ClusterTarget,
  { ingressGatewayLabels }: Pick<ValuesFacts, "ingressGatewayLabels">,
  signal?: AbortSignal,
): Promise<ReadGateways> {
  const options = signal === undefined ? {} : { signal };
  const isNamed = Object.keys(ingressGatewayLabels).length > 0;
  const [services, pods] = await Promise.all([
    ask(ports, target, get(target, "services", { everywhere: true }), options),
    isNamed
      ? ask(ports, target, get(target, "pods", { everywhere: true, labels: ingressGatewayLabels }), options)
      : { answer: [] },
  ]);
  return {
    gateways: ingressGateways(answerOr(services, []), answerOr(pods, []), ingressGatewayLabels),
    services,
    notChecked: reasonsOf([services, pods]),
  };
}
