import assert from "node:assert/strict";
import { Ajv, type ValidateFunction } from "ajv";
import { type BuiltSchemas, buildSchemas } from "../../schemas/build.ts";
import type { SchemaNode } from "../../schemas/schema-node.ts";

/** The schemas as the build makes them, once per test file. */
export const schemas: BuiltSchemas = await buildSchemas();

/** A strict standard validator that knows the one keyword of this project. */
export function validator(schema: SchemaNode): ValidateFunction {
  return strictValidator().compile(schema);
}

/** Validators for single nodes of a schema, by their JSON pointers. */
export function nodeValidators(schema: SchemaNode): (pointer: string) => ValidateFunction {
  const ajv = strictValidator().addSchema(schema, "schema");
  return (pointer) => ajv.getSchema(`schema#${pointer}`) ?? assert.fail(`no node at ${pointer}`);
}

function strictValidator(): Ajv {
  const ajv = new Ajv({ strict: true, allowUnionTypes: true, allErrors: true });
  ajv.addKeyword({ keyword: "x-cap-operator", schemaType: "object" });
  return ajv;
}

/** The node that a reference names, or the node itself. */
export function follow(root: SchemaNode, node: SchemaNode): SchemaNode {
  if (node.$ref === undefined) return node;
  const target = root.definitions?.[node.$ref.replace("#/definitions/", "")];
  if (target === undefined) throw new Error(`${node.$ref} leads nowhere`);
  return target;
}

/** The node at a dotted key, without following references. */
export function at(root: SchemaNode, key: string): SchemaNode {
  return key.split(".").reduce((node: SchemaNode, part) => {
    const found = node.properties?.[part];
    if (found === undefined) throw new Error(`the schema has no key ${key}`);
    return found;
  }, root);
}

/** All dotted keys that the schema itself names, without those inside Kubernetes types. */
export function keys(node: SchemaNode, prefix = ""): string[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, child]) => {
    const key = prefix === "" ? name : `${prefix}.${name}`;
    return [key, ...keys(child, key)];
  });
}

/** Every node at all levels, definitions included, each with its JSON pointer. */
export function allNodes(node: SchemaNode, pointer = ""): { pointer: string; node: SchemaNode }[] {
  const inMap = (keyword: "properties" | "patternProperties" | "definitions") =>
    Object.entries(node[keyword] ?? {}).flatMap(([key, child]) =>
      allNodes(child, `${pointer}/${keyword}/${escapeKey(key)}`),
    );
  const { additionalProperties, items } = node;
  return [
    { pointer, node },
    ...inMap("properties"),
    ...inMap("patternProperties"),
    ...(typeof additionalProperties === "object"
      ? allNodes(additionalProperties, `${pointer}/additionalProperties`)
      : []),
    ...(items ? allNodes(items, `${pointer}/items`) : []),
    ...inMap("definitions"),
  ];
}

function escapeKey(key: string): string {
  return encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"));
}
