import * as l10n from "@vscode/l10n";
import { isOperatorType, type OperatorType } from "../cluster/operator-type.ts";
import { type YamlObject, yamlObjects } from "../manifests/objects.ts";
import { splitDocuments } from "../manifests/yaml.ts";

/** An object of the manifest, for lists. */
export interface NamedObject {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

/** The manager's manifest, with the objects that it creates in a cluster (spec section 4.1, operation B). */
export interface ManagerManifest {
  /** Exactly what was fetched. It may contain Secrets. */
  readonly text: string;
  readonly objects: readonly NamedObject[];
  /** The operator system namespace, in which the manager runs. */
  readonly namespace: string;
  readonly deployments: readonly string[];
  /** The images of all pods that it describes, each once. */
  readonly images: readonly string[];
  /** The types of operator resources that it defines. */
  readonly operatorTypes: readonly OperatorType[];
}

/** Reads the manifest; throws an error with one readable sentence if it is not the manager's. `shown` is its name for people. */
export function readManagerManifest(text: string, shown: string): ManagerManifest {
  const objects = yamlObjects(text, shown);
  const deployments = objects.filter(({ kind }) => kind === "Deployment");
  if (deployments.length === 0)
    throw new Error(
      l10n.t("{0} has no Deployment, so it is not the manifest of CAP Operator Manager.", shown),
    );
  const namespace = systemNamespace(objects, deployments, shown);
  return {
    text,
    objects: objects.map(({ kind, metadata: { name, namespace: namespaceOfObject } }) => ({
      kind,
      name,
      namespace: namespaceOfObject,
    })),
    namespace,
    deployments: deployments
      .filter(({ metadata }) => (metadata.namespace ?? namespace) === namespace)
      .map(({ metadata }) => metadata.name),
    images: [...new Set(objects.flatMap(imagesOf))],
    operatorTypes: objects.flatMap(operatorTypesOf),
  };
}

/** A piece of the manifest whose objects are in one namespace, or in none. */
export interface ManifestPart {
  readonly namespace: string;
  readonly text: string;
}

/**
 * The manifest in pieces that can each be applied with their namespace on the command line, in the order of the manifest: kubectl
 * refuses an object that names a different namespace than the command line.
 */
export function partsOf({ text, namespace }: ManagerManifest, shown: string): readonly ManifestPart[] {
  const parts: { readonly namespace: string; readonly documents: string[] }[] = [];
  for (const document of splitDocuments(text)) {
    const namespaceOfDocument = namespaceOf(document, shown) ?? namespace;
    const last = parts.at(-1);
    if (last?.namespace === namespaceOfDocument) last.documents.push(document);
    else parts.push({ namespace: namespaceOfDocument, documents: [document] });
  }
  const [only] = parts.length === 1 ? parts : [];
  if (only !== undefined) return [{ namespace: only.namespace, text }];
  return parts.map((part) => ({ namespace: part.namespace, text: part.documents.join("---") }));
}

/** The namespaces that objects name, except the one in which the manager runs. */
export function otherNamespaces({ objects, namespace }: ManagerManifest): readonly string[] {
  const named = objects.flatMap((object) => object.namespace ?? []);
  return [...new Set(named)].filter((name) => name !== namespace).sort();
}

/** The namespace of the deployments, preferably one that the manifest brings; if they name none, the first that it brings. */
function systemNamespace(
  objects: readonly YamlObject[],
  deployments: readonly YamlObject[],
  shown: string,
): string {
  const brought = objects.filter(({ kind }) => kind === "Namespace").map(({ metadata }) => metadata.name);
  const used = deployments.flatMap(({ metadata }) => metadata.namespace ?? []);
  const found = used.find((name) => brought.includes(name)) ?? used[0] ?? brought[0];
  if (found === undefined)
    throw new Error(l10n.t("{0} does not name the namespace in which the manager runs.", shown));
  return found;
}

function namespaceOf(document: string, shown: string): string | undefined {
  const isEmpty = !/^[ \t]*[^\s#]/m.test(document);
  return isEmpty ? undefined : yamlObjects(document, shown)[0]?.metadata.namespace;
}

function imagesOf({ spec }: YamlObject): readonly string[] {
  const pod = Object(Object(Object(spec).template).spec);
  const containers: unknown[] = [pod.initContainers ?? [], pod.containers ?? []].flat();
  return containers.flatMap((container) => {
    const { image } = Object(container);
    return typeof image === "string" ? [image] : [];
  });
}

function operatorTypesOf({ kind, metadata, spec }: YamlObject): readonly OperatorType[] {
  if (kind !== "CustomResourceDefinition") return [];
  const { group, names, versions } = Object(spec);
  const served = Array.isArray(versions)
    ? versions.map(Object).filter((version) => version.served === true)
    : [];
  const stored = served.find((version) => version.storage === true) ?? served[0];
  if (stored === undefined) return [];
  const type = {
    type: metadata.name,
    apiVersion: `${group}/${stored.name}`,
    kind: String(Object(names).kind),
  };
  return isOperatorType(type) ? [type] : [];
}
