import type { IngressGateway } from "../cluster/gateway.ts";
import { gatewayHosts } from "../cluster/host-names.ts";
import { type Labels, labelText, objectName } from "../kubectl/cluster-object.ts";

/** A gateway that a person can choose. */
export interface GatewayFound {
  /** Namespace and name of its service. */
  readonly service: string;
  readonly labels: Labels;
  /** Names and addresses of the gateway. */
  readonly hosts: readonly string[];
}

/** The match of a cluster's ingress gateways with the labels of an operator resource (spec section 4.1, operation B, step 4). */
type GatewayMatch =
  | { readonly kind: "match"; readonly service: string }
  /** There are gateways, but with other labels; each set of labels is listed once. */
  | { readonly kind: "other"; readonly found: readonly GatewayFound[] }
  | { readonly kind: "none" };

/** Compares the gateways that were found by the labels of the resource, or by the labels that gateways usually have. */
export function matchGateways(gateways: readonly IngressGateway[]): GatewayMatch {
  const named = gateways.find(({ isNamed }) => isNamed);
  if (named !== undefined) return { kind: "match", service: objectName(named.service) };
  const byLabels = new Map<string, GatewayFound>();
  for (const gateway of gateways) {
    const { service, labels } = gateway;
    const key = labelText(labels);
    if (key !== "" && !byLabels.has(key))
      byLabels.set(key, { service: objectName(service), labels, hosts: gatewayHosts(gateway) });
  }
  return byLabels.size === 0 ? { kind: "none" } : { kind: "other", found: [...byLabels.values()] };
}
