import { type ClusterObject, hasLabels, type Labels } from "./cluster-object.ts";
import { labelsAt, recordAt } from "./json-access.ts";

/** An entry of `ingressGatewayLabels` in an operator resource. */
export interface LabelEntry {
  readonly name: string;
  readonly value: string;
}

/**
 * The labels of the pods behind an object: those a Service selects, those of a Deployment's template, or a pod's own.
 * The ingress gateway is named by the labels of its pods.
 */
export function gatewayLabels(object: ClusterObject): Labels {
  if (object.kind === "Pod") return object.metadata.labels ?? {};
  const spec = recordAt(object, "spec");
  if (object.kind === "Service") return labelsAt(spec, "selector");
  return labelsAt(recordAt(recordAt(spec, "template"), "metadata"), "labels");
}

/** Whether a gateway has all labels of the default operator resource (spec 4.1, operation B, step 3). */
export function matchesDefault(labels: Labels, defaultEntries: readonly LabelEntry[]): boolean {
  return hasLabels(labels, Object.fromEntries(defaultEntries.map(({ name, value }) => [name, value])));
}
