import { accepts, holdsMapping, type SchemaNode } from "../../schema/model.ts";
import { mendedRepository, partsOf, repositoryFault, tagFault } from "../../schema/types/image-reference.ts";
import type { PlaceGroup } from "../../semantics/places.ts";
import { isMergeKey } from "../../yaml/lookup.ts";
import type {
  ArrayNode,
  BooleanNode,
  ObjectNode,
  PropertyNode,
  StringNode,
  ValueNode,
} from "../../yaml/tree.ts";
import { keyMeaning } from "../engine/meanings.ts";
import type { Place } from "../engine/rule.ts";
import { hasFormOf } from "./value-fits.ts";

/** A value of the wrong shape from which the right one can be derived. */
export type WrongShape =
  | LoneName
  /** A whole image instead of a mapping with its repository and its tag; or `true` instead of one that has a key to switch it on. */
  | {
      readonly kind: "keys";
      readonly node: StringNode | BooleanNode;
      readonly keys: readonly (readonly [key: string, value: string | boolean])[];
    }
  /** A list instead of a mapping that must have one key, whose value is such a list. */
  | { readonly kind: "keyless"; readonly node: ArrayNode; readonly key: string }
  /** A mapping of labels instead of a list of keys and values. */
  | { readonly kind: "mapping"; readonly node: ObjectNode; readonly entry: LabelKeys }
  /** A list of labels instead of a mapping. */
  | { readonly kind: "list"; readonly node: ArrayNode; readonly labels: readonly Label[] };

/** A lone text instead of a mapping that must have one key; for a `lone-name` the list around it is missing too. */
export interface LoneName {
  readonly kind: "lone-name" | "name";
  readonly node: StringNode;
  readonly key: string;
  /** The schema of that key's value. */
  readonly value: SchemaNode;
}

/** The keys under which each entry of a list of labels has its key and its value. */
export interface LabelKeys {
  readonly key: string;
  readonly value: string;
}

/** Key and value of a label that an entry of a list holds. */
export interface Label {
  readonly key: ValueNode;
  readonly value: ValueNode;
}

/** The wrong shape of the value at a place; `undefined` if the shape is right, or if the right one is unclear. */
export function shapeFault({ node, schemas }: Place): WrongShape | undefined {
  const [schema] = schemas;
  if (!schema || schemas.length > 1) return undefined;
  if (node.type === "string") return loneName(node, schema) ?? wholeImage(node, schema);
  if (node.type === "boolean") {
    const key = accepts(schema, "boolean") ? undefined : switchOf(schema);
    return key === undefined ? undefined : { kind: "keys", node, keys: [[key, node.value]] };
  }
  if (node.type === "object" && schema.items && !accepts(schema, "object")) {
    const keys = labelKeys(schema.items);
    const isMapping = node.properties.length > 0 && node.properties.every(isPlain);
    return keys && isMapping ? { kind: "mapping", node, entry: keys } : undefined;
  }
  const listKey = node.type === "array" ? keyOfList(node, schema) : undefined;
  if (node.type === "array" && listKey !== undefined) return { kind: "keyless", node, key: listKey };
  const { meaning } = schema.annotations;
  if (node.type === "array" && (meaning === "labels" || meaning === "annotations")) {
    const labels = node.items.map(labelIn);
    const known = labels.filter((label) => label !== undefined);
    return labels.length > 0 && known.length === labels.length
      ? { kind: "list", node, labels: known }
      : undefined;
  }
  return undefined;
}

/** True if a group can contain a wrong shape from which the right one can be derived. */
export function mayHaveShapeFaults({ schemas, nodes }: PlaceGroup): boolean {
  const [schema] = schemas;
  if (!schema || schemas.length > 1) return false;
  if (nodes.string.length > 0 && !accepts(schema, "string")) return true;
  if (nodes.boolean.length > 0 && !accepts(schema, "boolean")) return true;
  if (nodes.object.length > 0 && !accepts(schema, "object")) return true;
  return nodes.array.length > 0 && !accepts(schema, "array");
}

/** The only key that a mapping must have, if this list can be its value. */
function keyOfList(node: ArrayNode, schema: SchemaNode): string | undefined {
  const [key, ...others] = schema.required;
  const list = key === undefined ? undefined : schema.properties.get(key);
  const isNeeded = holdsMapping(schema) && others.length === 0 && list && accepts(list, "array");
  return isNeeded && node.items.length > 0 && hasFormOf(node, list) ? key : undefined;
}

function switchOf({ properties }: SchemaNode): string | undefined {
  return [...properties].find(([, { annotations }]) => annotations.switch)?.[0];
}

function loneName(node: StringNode, schema: SchemaNode): WrongShape | undefined {
  if (node.value === "") return undefined;
  const named = nameKey(node.value, schema);
  if (named) return { kind: "name", node, ...named };
  const isList = accepts(schema, "array") && !accepts(schema, "string");
  const below = isList && schema.items && nameKey(node.value, schema.items);
  return below ? { kind: "lone-name", node, ...below } : undefined;
}

/** A text with `/` or `:` in place of the keys of an image. */
function wholeImage(node: StringNode, schema: SchemaNode): WrongShape | undefined {
  const repositoryKey = holdsMapping(schema) ? keyMeaning(schema, "image-repository") : undefined;
  const tagKey = keyMeaning(schema, "image-tag");
  if (repositoryKey === undefined || tagKey === undefined || !/[/:]/.test(node.value)) return undefined;
  const parts = partsOf(node.value.trim().replace(/^\w+:\/\//, ""));
  const { repository: written, tag, digest } = parts;
  const repository = repositoryFault(written) === undefined ? written : mendedRepository(written);
  const whole = digest === undefined ? tag : `${tag ?? "latest"}@${digest}`;
  if (repository === undefined || (whole !== undefined && tagFault(whole) !== undefined)) return undefined;
  const values = imageValues({ ...parts, repository }, schema.properties.has(DIGEST_KEY));
  const keys = [repositoryKey, tagKey, DIGEST_KEY].flatMap((key, index) => {
    const value = values[index];
    return value === undefined ? [] : [[key, value] as const];
  });
  return { kind: "keys", node, keys };
}

/** The key, by convention, for a digest of its own. */
const DIGEST_KEY = "digest";

/**
 * The new values of repository, tag and digest of an image. Charts write `repository:tag`, so a digest without a key of its own is in there:
 * after the tag, or around the colon if there is none.
 */
function imageValues(
  { repository, tag, digest }: ReturnType<typeof partsOf>,
  hasDigestKey: boolean,
): readonly (string | undefined)[] {
  if (digest === undefined || hasDigestKey) return [repository, tag, digest];
  if (tag !== undefined) return [repository, `${tag}@${digest}`];
  const [algorithm, hash] = digest.split(":");
  return [`${repository}@${algorithm}`, hash];
}

/** The only key that a mapping must have, if its value can be a text. The beginning of a key is taken for that key being typed. */
function nameKey(text: string, schema: SchemaNode): Pick<LoneName, "key" | "value"> | undefined {
  if (!holdsMapping(schema) || schema.required.size !== 1) return undefined;
  if ([...schema.properties.keys()].some((key) => key.startsWith(text))) return undefined;
  const [key] = schema.required;
  const value = key === undefined ? undefined : schema.properties.get(key);
  if (key === undefined || !value || !accepts(value, "string")) return undefined;
  return { key, value };
}

function labelKeys({ properties }: SchemaNode): LabelKeys | undefined {
  const named = [...properties].map(([key, { annotations }]) => [annotations.meaning, key] as const);
  const key = named.find(([meaning]) => meaning === "label-key")?.[1];
  const value = named.find(([meaning]) => meaning === "label-value")?.[1];
  return key !== undefined && value !== undefined && properties.size === 2 ? { key, value } : undefined;
}

function isPlain(property: PropertyNode): boolean {
  const { valueNode } = property;
  return !isMergeKey(property) && valueNode.type !== "object" && valueNode.type !== "array";
}

/** `- app: web`, or `- name: app` with `value: web`. */
function labelIn(item: ValueNode): Label | undefined {
  if (item.type !== "object" || item.alias || !item.properties.every(isPlain)) return undefined;
  const [first, second] = item.properties;
  if (first && !second) return { key: first.keyNode, value: first.valueNode };
  const key = item.properties.find(({ key }) => key === "name" || key === "key");
  const value = item.properties.find(({ key }) => key === "value");
  return item.properties.length === 2 && key && value && key.valueNode.type === "string"
    ? { key: key.valueNode, value: value.valueNode }
    : undefined;
}
