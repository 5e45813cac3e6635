import { findProperty, resolveAlias } from "../../yaml/lookup.ts";
import type { ObjectNode, ValueNode, YamlNode } from "../../yaml/tree.ts";

/** The value of a field of a mapping, with aliases and merge keys followed. */
export function fieldOf(mapping: ObjectNode, name: string): ValueNode | undefined {
  const node = findProperty(mapping, name)?.valueNode;
  return node && resolveAlias(node);
}

/**
 * The node that a finding about a field marks: its value if it is a scalar, else its key; the first key of the mapping if the field is
 * missing or merged in.
 */
export function fieldMark(mapping: ObjectNode, name: string): YamlNode {
  const property = mapping.properties.findLast(({ key }) => key === name);
  if (!property) return mapping.properties[0]?.keyNode ?? mapping;
  const { keyNode, valueNode } = property;
  const isScalar = valueNode.type !== "object" && valueNode.type !== "array";
  return isScalar && valueNode.length > 0 ? valueNode : keyNode;
}
