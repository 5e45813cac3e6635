/** What names an object. */
export interface NamedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

/** `kind/namespace/name` for people; what names no namespace is in `namespace`, except for kinds that are in none. */
export function keyOf({ kind, name, namespace: own }: NamedObject, namespace?: string): string {
  const place = own ?? (isClusterWide(kind) ? undefined : namespace);
  return [kind, place, name].filter((part) => part !== undefined).join("/");
}

/** The same with the API group: two groups may have a kind of one name. The version in it does not count. */
export function identityOf(object: NamedObject, namespace?: string): string {
  const [group = ""] = object.apiVersion.includes("/") ? object.apiVersion.split("/") : [];
  return `${group} ${keyOf(object, namespace)}`;
}

/** The kinds of Kubernetes (API reference 1.34) that are in no namespace and do not say so by their name. */
const CLUSTER_WIDE = new Set([
  ...["APIService", "CSIDriver", "CSINode", "CustomResourceDefinition", "DeviceClass", "IngressClass"],
  ...["MutatingAdmissionPolicy", "MutatingAdmissionPolicyBinding", "MutatingWebhookConfiguration"],
  ...["Namespace", "Node", "PersistentVolume", "PriorityClass", "RuntimeClass", "StorageClass"],
  ...["FlowSchema", "PriorityLevelConfiguration", "VolumeAttachment", "VolumeAttributesClass"],
  ...["ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding", "ValidatingWebhookConfiguration"],
]);

function isClusterWide(kind: string): boolean {
  return kind.startsWith("Cluster") || CLUSTER_WIDE.has(kind);
}
