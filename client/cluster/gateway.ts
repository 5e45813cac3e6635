import { type ClusterObject, hasLabels, type Labels } from "../kubectl/cluster-object.ts";
import { labelsAt, recordAt, textAt } from "../kubectl/json-access.ts";
import { KINDS } from "../kubectl/kinds.ts";

/**
 * The labels of the pods behind an object: those that a Service selects, those of a Deployment's template, or a pod's own. An
 * ingress gateway is identified by the labels of its pods.
 */
export function gatewayLabels(object: ClusterObject): Labels {
  if (object.kind === "Pod") return object.metadata.labels ?? {};
  const spec = recordAt(object, "spec");
  if (object.kind === "Service") return labelsAt(spec, "selector");
  return labelsAt(recordAt(recordAt(spec, "template"), "metadata"), "labels");
}

/** A service through which requests reach the mesh from outside. */
export interface IngressGateway {
  readonly service: ClusterObject;
  /** The labels of the pods behind it, as far as its selector tells. */
  readonly labels: Labels;
  /** True if it has the labels that the values name; otherwise it was found by the labels that gateways usually have. */
  readonly isNamed: boolean;
}

/**
 * The ingress gateways among `services`: those that select `pods` (which have the labels that the values name) or have these
 * labels themselves, otherwise those with the usual labels. Services with a load balancer are the public ones, so others count
 * only if there are none of these.
 */
export function ingressGateways(
  services: readonly ClusterObject[],
  pods: readonly ClusterObject[],
  named: Labels,
): IngressGateway[] {
  const selects = (service: ClusterObject, { metadata }: ClusterObject) =>
    service.metadata.namespace === metadata.namespace && hasLabels(metadata.labels, gatewayLabels(service));
  const has = (service: ClusterObject, labels: Labels) =>
    hasLabels(gatewayLabels(service), labels) || hasLabels(service.metadata.labels, labels);
  const ways: readonly [isNamed: boolean, found: (service: ClusterObject) => boolean][] = [
    [true, (service) => has(service, named) || pods.some((pod) => selects(service, pod))],
    [false, (service) => KINDS.mesh.ingressGateway.conventions.some((labels) => has(service, labels))],
  ];
  for (const [isNamed, isFound] of ways) {
    const found = publicOf(services.filter(isFound));
    if (found.length > 0) {
      return found.map((service) => ({ service, labels: gatewayLabels(service), isNamed }));
    }
  }
  return [];
}

function publicOf(services: readonly ClusterObject[]): readonly ClusterObject[] {
  const balanced = services.filter(
    ({ spec }) => textAt(recordAt({ spec }, "spec"), "type") === "LoadBalancer",
  );
  return balanced.length > 0 ? balanced : services;
}
