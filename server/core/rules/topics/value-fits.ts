import { accepts, childOf, type SchemaNode } from "../../schema/model.ts";
import { textFault } from "../../schema/types/text-faults.ts";
import { findProperty } from "../../yaml/lookup.ts";
import type { ValueNode } from "../../yaml/tree.ts";

/** True if a value has one of the types that the schema takes, as JSON Schema defines types; its content does not matter. */
export function hasType(node: ValueNode, schema: SchemaNode): boolean {
  if (node.type === "number" && node.isInteger) return accepts(schema, "number", "integer");
  return accepts(schema, node.type);
}

/** The only values that a schema allows, but for those of another form. */
export function allowedBy({ allowed, annotations, examples }: SchemaNode): readonly unknown[] | undefined {
  return annotations.otherForm === undefined ? allowed : examples;
}

/**
 * The values that a place is limited to, if the scalar there is not one of them, whatever its type. If it would be one of them in
 * quotes, only its type is wrong, so it counts as one. `source` is the scalar as it is written.
 */
export function missedValues(
  node: ValueNode,
  schemas: readonly SchemaNode[],
  source: string,
): unknown[] | undefined {
  if (node.type === "null" || node.type === "object" || node.type === "array") return undefined;
  const hasOtherForm = ({ annotations: { otherForm } }: SchemaNode) =>
    otherForm !== undefined && new RegExp(otherForm).test(String(node.value));
  if (schemas.some((schema) => allowedBy(schema)?.includes(node.value) || hasOtherForm(schema)))
    return undefined;
  const lists = schemas.flatMap((schema) => allowedBy(schema) ?? []);
  const allowed = [...new Set(lists)];
  return lists.length === 0 || allowed.includes(source) ? undefined : allowed;
}

/** The smallest and the largest number that a place takes. */
export type Bounds = Pick<SchemaNode, "minimum" | "maximum">;

/** True for a number outside of bounds. */
export function isOutside(value: number, { minimum, maximum }: Bounds): boolean {
  return (minimum !== undefined && value < minimum) || (maximum !== undefined && value > maximum);
}

/**
 * True if a value has the type and the keys that a schema describes: it knows all of them, and no required key is missing. The values of the keys do not
 * matter.
 */
export function hasFormOf(node: ValueNode, schema: SchemaNode): boolean {
  if (node.alias !== undefined || !hasType(node, schema)) return false;
  if (node.type === "array") {
    const { items } = schema;
    return items !== undefined && node.items.every((item) => hasFormOf(item, items));
  }
  if (node.type !== "object") return true;
  const keys = new Set(node.properties.map(({ key }) => key));
  return (
    [...keys].every((key) => schema.properties.has(key)) && [...schema.required].every((key) => keys.has(key))
  );
}

/** True if a value, with its content, could be at a place without an error; a key that the schema does not know is no error here. Targets of aliases are not checked: they may be huge. */
export function wouldBeValid(node: ValueNode, schema: SchemaNode): boolean {
  if (node.type === "null") return true;
  if (!hasType(node, schema)) return false;
  if (node.alias !== undefined && (node.type === "object" || node.type === "array")) return true;
  switch (node.type) {
    case "object":
      if ([...schema.required].some((key) => !findProperty(node, key))) return false;
      return node.properties.every(({ key, valueNode }) => {
        const child = childOf(schema, key);
        return child === undefined || wouldBeValid(valueNode, child);
      });
    case "array": {
      const { items } = schema;
      return items === undefined || node.items.every((item) => wouldBeValid(item, items));
    }
    case "number":
      return !isOutside(node.value, schema) && isRight(node.value, schema);
    default:
      return isRight(node.value, schema);
  }
}

function isRight(value: string | number | boolean, { allowed, annotations }: SchemaNode): boolean {
  if (allowed !== undefined && !allowed.includes(value)) return false;
  return value === "" || textFault(annotations.meaning, String(value)) === undefined;
}
