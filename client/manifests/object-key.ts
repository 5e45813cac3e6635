/** What names an object. */
export interface NamedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

/** `kind/name` for people; `kind/namespace/name` for what is in another namespace than `usual`. */
export function keyOf({ kind, name, namespace }: NamedObject, usual?: string): string {
  return namespace === undefined || namespace === usual ? `${kind}/${name}` : `${kind}/${namespace}/${name}`;
}

/**
 * What no two objects of a cluster share. What names no namespace is in `usual`, except for kinds that are in none. Two
 * groups may have a kind of one name; the version of the API does not count.
 */
export function identityOf({ apiVersion, kind, name, namespace }: NamedObject, usual?: string): string {
  const [group = ""] = apiVersion.includes("/") ? apiVersion.split("/") : [];
  const place = namespace ?? (isClusterWide(kind) ? "" : usual);
  return [group, kind, place, name].join(" ");
}

/** The kinds of Kubernetes (API reference 1.34) that are in no namespace and do not say so by their name. */
const CLUSTER_WIDE = new Set([
  ...["APIService", "CSIDriver", "CSINode", "CustomResourceDefinition", "DeviceClass", "IngressClass"],
  ...["MutatingAdmissionPolicy", "MutatingAdmissionPolicyBinding", "MutatingWebhookConfiguration"],
  ...["Namespace", "Node", "PersistentVolume", "PriorityClass", "RuntimeClass", "StorageClass"],
  ...["FlowSchema", "PriorityLevelConfiguration", "VolumeAttachment", "VolumeAttributesClass"],
  ...["ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding", "ValidatingWebhookConfiguration"],
]);

/** Whether objects of a kind are in no namespace, as far as its name says so. */
export function isClusterWide(kind: string): boolean {
  return kind.startsWith("Cluster") || CLUSTER_WIDE.has(kind);
}
