import { KINDS } from "../../kinds.ts";
import { findProperty } from "../../yaml/lookup.ts";
import { parseYaml } from "../../yaml/reader/parse.ts";
import type { ObjectNode, ValueNode } from "../../yaml/tree.ts";
import type { JsonSchema } from "../model.ts";
import { DefinitionReader } from "./definition-reader.ts";

/** The definition of one version of the operator resource, read from a custom resource definition. */
export interface ResourceDefinition {
  /** A unique id. */
  readonly id: string;
  /** The place where it was found, for people. */
  readonly source: string;
  readonly group: string;
  readonly apiVersion: string;
  /** All API versions that the API server serves, the storage version first. */
  readonly apiVersions: readonly string[];
  /** The schema of `spec`. */
  readonly spec: JsonSchema;
}

const OPERATOR_KIND = KINDS.operator.resource;
/** The definition of the manager has about half a megabyte if it describes the fields of pods in full. */
const LONGEST_TEXT = 8 * 1024 * 1024;

let read = 0;

/**
 * The definitions of the operator resource in a manifest of any number of documents, one for each version that is served. No text makes this
 * throw; unreadable parts are left out. `source` is the place of the manifest, for people.
 */
export function readResourceDefinitions(text: string, source: string): readonly ResourceDefinition[] {
  // Most manifests are of other products, and parsing one takes longer than a search in its text.
  if (text.length > LONGEST_TEXT || !text.includes(OPERATOR_KIND)) return [];
  const found = parseYaml(text).documents.flatMap(({ root }) => definitionsIn(root));
  return found.map((definition) => {
    read += 1;
    return { id: String(read), source, ...definition };
  });
}

/** The schema of `spec` in an API version of a kind. */
export interface KindDefinition {
  readonly apiVersion: string;
  readonly kind: string;
  readonly spec: JsonSchema;
}

/** The definitions of all kinds in a manifest. Fields that they do not name are not reported: the API server drops these. */
export function readKindDefinitions(text: string): readonly KindDefinition[] {
  if (text.length > LONGEST_TEXT || !text.includes("CustomResourceDefinition")) return [];
  return parseYaml(text).documents.flatMap(({ root }) =>
    definitionsIn(root, () => true, new DefinitionReader(true)),
  );
}

type FoundDefinition = Omit<ResourceDefinition, "id" | "source"> & KindDefinition;

function definitionsIn(
  root: ValueNode | undefined,
  isWanted = (kind: string): boolean => kind === OPERATOR_KIND,
  reader?: DefinitionReader,
): FoundDefinition[] {
  if (textAt(root, "kind") === "List")
    return itemsOf(plainValue(root, "items")).flatMap((item) => definitionsIn(item, isWanted, reader));
  if (textAt(root, "kind") !== "CustomResourceDefinition") return [];
  const spec = plainValue(root, "spec");
  const group = textAt(spec, "group");
  const kind = textAt(plainValue(spec, "names"), "kind") ?? "";
  if (group === undefined || !isWanted(kind)) return [];
  const served = itemsOf(plainValue(spec, "versions")).filter((version) => isTrue(version, "served"));
  const inOrder = [...served.filter(isStored), ...served.filter((version) => !isStored(version))];
  const apiVersions = inOrder.map((version) => `${group}/${textAt(version, "name") ?? ""}`);
  return inOrder.flatMap((version, index): FoundDefinition[] => {
    const schema = plainValue(plainValue(version, "schema"), "openAPIV3Schema");
    const described = plainValue(plainValue(schema, "properties"), "spec");
    const apiVersion = apiVersions[index];
    if (described?.type !== "object" || apiVersion === undefined) return [];
    return [
      { group, kind, apiVersion, apiVersions, spec: (reader ?? new DefinitionReader()).read(described) },
    ];
  });
}

function isStored(version: ValueNode): boolean {
  return isTrue(version, "storage");
}

function isTrue(node: ValueNode, key: string): boolean {
  const value = plainValue(node, key);
  return value?.type === "boolean" && value.value;
}

function textAt(node: ValueNode | undefined, key: string): string | undefined {
  const value = plainValue(node, key);
  return value?.type === "string" ? value.value : undefined;
}

function itemsOf(node: ValueNode | undefined): readonly ValueNode[] {
  return node?.type === "array" && node.alias === undefined ? node.items : [];
}

/** The value of a key of a mapping. Aliases are not followed: no definition that a tool has written has any. */
function plainValue(node: ValueNode | undefined, key: string): ValueNode | undefined {
  if (!isPlainMapping(node)) return undefined;
  const value = findProperty(node, key)?.valueNode;
  return value?.alias === undefined ? value : undefined;
}

function isPlainMapping(node: ValueNode | undefined): node is ObjectNode {
  return node?.type === "object" && node.alias === undefined;
}
