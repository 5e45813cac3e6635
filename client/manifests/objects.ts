import * as l10n from "@vscode/l10n";
import { isMap, mapOf, readDocuments, readYaml, YamlError, type YamlMap } from "./yaml.ts";

/** One object of a manifest, for people: Secret data is hidden in `text`. */
export interface KubeObject {
  /** `kind/name`, or `kind/namespace/name` for an object outside the namespace of the others. */
  readonly key: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  /** True for Helm's hooks. */
  readonly hook: boolean;
  /** YAML with its keys in a fixed order. */
  readonly text: string;
}

/** One object as written in a manifest, including secrets: not for display. */
export interface RawObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  /** True for Helm's hooks. */
  readonly hook: boolean;
  /** Absent if its document cannot be read. */
  readonly value?: YamlMap;
}

/** The objects of a manifest in its order, with lists expanded. Documents that are not objects are left out. */
export function readObjects(yaml: string): readonly RawObject[] {
  return readDocuments(yaml).flatMap(({ value }, index) => {
    if (value === undefined) {
      return [{ apiVersion: "", kind: "Unreadable", name: `document-${index + 1}`, hook: false }];
    }
    return isMap(value) ? flatten(value) : [];
  });
}

/** Expands a `List`, or a list of one kind, whose items may omit their kind. */
function flatten(value: YamlMap): readonly RawObject[] {
  const kind = scalarText(value.kind);
  const { items } = value as { items?: unknown };
  if (!kind.endsWith("List") || !Array.isArray(items)) return [rawObject(value)];
  const itemKind = kind.slice(0, -"List".length);
  const given = itemKind === "" ? {} : { apiVersion: value.apiVersion, kind: itemKind };
  return items.filter(isMap).flatMap((item) => flatten({ ...given, ...item }));
}

function rawObject(value: YamlMap): RawObject {
  const metadata = mapOf(value.metadata);
  const { namespace } = metadata as { namespace?: unknown };
  return {
    apiVersion: scalarText(value.apiVersion),
    kind: scalarText(value.kind),
    name: scalarText(metadata.name ?? metadata.generateName),
    ...(typeof namespace === "string" && namespace !== "" ? { namespace } : {}),
    hook: mapOf(metadata.annotations)["helm.sh/hook"] !== undefined,
    value,
  };
}

function scalarText(value: unknown): string {
  return value === undefined || value === null ? "" : String(value);
}

/** A Kubernetes object as written in a text. Only these three fields are guaranteed to exist. */
export interface YamlObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly [field: string]: unknown;
}

/** The objects of a text, with lists expanded; throws an error with one readable sentence about the first thing that is not an object. */
export function yamlObjects(text: string, shown: string): readonly YamlObject[] {
  const documents = read(text, shown);
  if (documents.length === 0) throw new Error(l10n.t("{0} is empty.", shown));
  return documents.flatMap((document, index) => {
    const { apiVersion, kind, metadata, items } = Object(document);
    if (typeof apiVersion !== "string" || typeof kind !== "string") {
      throw new Error(
        documents.length === 1
          ? l10n.t("{0} is not a Kubernetes manifest.", shown)
          : l10n.t(
              "{0} is not a Kubernetes manifest. Its document {1} has no apiVersion and kind.",
              shown,
              index + 1,
            ),
      );
    }
    const inside: readonly unknown[] = kind === "List" && Array.isArray(items) ? items : [document];
    return inside.map((object) => named(object, kind, metadata, shown));
  });
}

function named(object: unknown, kind: string, metadata: unknown, shown: string): YamlObject {
  const whole = Object(object);
  if (typeof Object(whole.metadata ?? metadata).name !== "string")
    throw new Error(
      l10n.t("{0} contains an object of kind {1} that has no name.", shown, whole.kind ?? kind),
    );
  return whole;
}

function read(text: string, shown: string): readonly unknown[] {
  try {
    return readYaml(text).filter((document) => document !== null);
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    throw new Error(l10n.t("{0} is not valid YAML. {1}", shown, error.message));
  }
}

export interface NamedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

/** `kind/name` for people; `kind/namespace/name` for an object in another namespace than `usual`. */
export function objectKey({ kind, name, namespace }: NamedObject, usual?: string): string {
  return namespace === undefined || namespace === usual ? `${kind}/${name}` : `${kind}/${namespace}/${name}`;
}

/**
 * An identity that no two objects of a cluster share. An object that names no namespace is in `usual`, unless its kind is
 * cluster-wide. Two groups may have a kind of the same name; the version of the API does not matter.
 */
export function identityOf({ apiVersion, kind, name, namespace }: NamedObject, usual?: string): string {
  const [group = ""] = apiVersion.includes("/") ? apiVersion.split("/") : [];
  const place = namespace ?? (isClusterWide(kind) ? "" : usual);
  return [group, kind, place, name].join(" ");
}

/** The cluster-wide kinds of Kubernetes (API reference 1.34) whose name does not say so. */
const CLUSTER_WIDE = new Set([
  ...["APIService", "CSIDriver", "CSINode", "CustomResourceDefinition", "DeviceClass", "IngressClass"],
  ...["MutatingAdmissionPolicy", "MutatingAdmissionPolicyBinding", "MutatingWebhookConfiguration"],
  ...["Namespace", "Node", "PersistentVolume", "PriorityClass", "RuntimeClass", "StorageClass"],
  ...["FlowSchema", "PriorityLevelConfiguration", "VolumeAttachment", "VolumeAttributesClass"],
  ...["ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding", "ValidatingWebhookConfiguration"],
]);

/** Guesses by the name of a kind if its objects are cluster-wide. */
function isClusterWide(kind: string): boolean {
  return kind.startsWith("Cluster") || CLUSTER_WIDE.has(kind);
}
