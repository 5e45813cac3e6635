import { findProperty, resolveAlias } from "../yaml/lookup.ts";
import { memo } from "../yaml/memo.ts";
import type { PropertyNode, ValueNode, YamlDocument, YamlFile } from "../yaml/tree.ts";
import { type FoundValue, first, foundAt, textAt } from "./paths.ts";
import type { Product } from "./product.ts";

/** A ConfigMap or Secret that a document takes values from. */
export interface EmbeddedReference {
  readonly kind: DataKind;
  readonly name: string;
  readonly namespace?: string;
  /** The key of its data with the values. */
  readonly key: string;
  /** The key that the data sets, as with `--set`; if absent, the data is a values file. */
  readonly targetPath?: string;
  /** Set if no character in the data is special, as with `--set-literal`. */
  readonly isLiteral?: true;
  /** The path of the reference. */
  readonly at: string;
}

/** The kinds of objects with such texts. */
export type DataKind = "ConfigMap" | "Secret";

/** A text in the data of a ConfigMap or Secret. */
export interface EmbeddedData {
  readonly kind: DataKind;
  readonly name: string;
  readonly namespace?: string;
  readonly key: string;
  readonly at: string;
  readonly property: PropertyNode;
  readonly document: YamlDocument;
}

/** More references than these in one document are not followed. */
const MOST_REFERENCES = 50;

/** The references of a document to values in other objects, in its order, and the paths of those that cannot be followed. */
export function referencesIn({ from }: Product, scope: FoundValue, top: FoundValue) {
  const references: EmbeddedReference[] = [];
  const unknown: string[] = [];
  const [holder] = from === undefined ? [] : foundAt(scope, from.at);
  const list = holder?.node && resolveAlias(holder.node);
  const items = list?.type === "array" ? list.items : [];
  const namespace = first(from?.namespace, scope, top)?.text;
  for (const [index, item] of items.entries()) {
    const [kind, name] = [textAt(item, "kind"), textAt(item, "name")];
    const place = `${holder?.path}[${index}]`;
    const targetPath = textAt(item, "targetPath");
    const literal = findProperty(item, "literal")?.valueNode;
    const isLiteral = literal?.type === "boolean" && literal.value;
    const isKnown = (kind === "ConfigMap" || kind === "Secret") && name !== undefined;
    if (
      index >= MOST_REFERENCES ||
      !isKnown ||
      !["valuesKey", "targetPath"].every((key) => isText(item, key))
    ) {
      unknown.push(place);
      continue;
    }
    references.push({
      kind,
      name,
      key: textAt(item, "valuesKey") ?? "values.yaml",
      at: place,
      namespace,
      targetPath,
      ...(isLiteral && { isLiteral }),
    });
  }
  return { references, unknown, ...(items.length > 0 && holder && { holder }) };
}

/** True if a key is not set, or set to a text. */
function isText(item: ValueNode, key: string): boolean {
  const type = findProperty(item, key)?.valueNode.type;
  return type === undefined || type === "null" || type === "string";
}

/** The texts in the ConfigMaps and Secrets of a file, without those that are encoded. */
export const dataIn = memo(({ documents }: YamlFile): readonly EmbeddedData[] =>
  documents.flatMap((document) => {
    const { root } = document;
    const kind = textAt(root, "kind");
    if ((kind !== "ConfigMap" && kind !== "Secret") || textAt(root, "apiVersion") !== "v1") return [];
    const metadata = findProperty(root, "metadata")?.valueNode;
    const [name, namespace] = [textAt(metadata, "name"), textAt(metadata, "namespace")];
    const below = kind === "Secret" ? "stringData" : "data";
    const data = findProperty(root, below)?.valueNode;
    if (name === undefined || data?.type !== "object") return [];
    return data.properties.flatMap((property): readonly EmbeddedData[] => {
      const { key, valueNode } = property;
      // Encrypted texts are not known either.
      if (valueNode.type !== "string" || valueNode.alias !== undefined || valueNode.value.startsWith("ENC["))
        return [];
      const place = { at: `${below}["${key}"]`, property, document };
      return [{ kind, name, key, ...place, namespace }];
    });
  }),
);

/** True if a reference names a text. */
export function isNamed(reference: EmbeddedReference, data: EmbeddedData): boolean {
  return isObject(reference, data) && reference.key === data.key;
}

/** True if a reference names an object; the namespaces must be the same, if both are known. */
export function isObject(
  { kind, name, namespace }: EmbeddedReference,
  object: Pick<EmbeddedData, "kind" | "name" | "namespace">,
): boolean {
  if (kind !== object.kind || name !== object.name) return false;
  return namespace === undefined || object.namespace === undefined || namespace === object.namespace;
}

/** True if a text may be values: its key is the name of a YAML file, or contains `values`. */
export function mayBeValues({ key, property: { valueNode } }: EmbeddedData): boolean {
  return /\.ya?ml$|values/i.test(key) && mayHaveKeys(valueNode);
}

function mayHaveKeys(node: ValueNode): boolean {
  return node.type === "string" && node.value.includes(":");
}
