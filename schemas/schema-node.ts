import { readFileSync } from "node:fs";
import type { Annotations } from "../server/core/schema/annotations.ts";

/** Any value of JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Every keyword that the sources and the built schemas use, in the order in which the built ones are written. */
export const KEYWORDS = [
  "$schema",
  "title",
  "description",
  "$ref",
  "type",
  "enum",
  "pattern",
  "minimum",
  "maximum",
  "minItems",
  "default",
  "examples",
  "properties",
  "patternProperties",
  "additionalProperties",
  "items",
  "required",
  "x-kubernetes-validations",
  "x-cap-operator",
  "definitions",
] as const satisfies readonly (keyof SchemaNode)[];

/** One node of a draft-07 schema, limited to the keywords of this project. */
export interface SchemaNode {
  readonly $schema?: string;
  readonly title?: string;
  readonly description?: string;
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly Json[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly default?: Json;
  readonly examples?: readonly Json[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly patternProperties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: boolean | SchemaNode;
  readonly items?: SchemaNode;
  readonly required?: readonly string[];
  readonly "x-kubernetes-validations"?: readonly { readonly rule: string; readonly message: string }[];
  readonly "x-cap-operator"?: Annotations;
  readonly definitions?: Readonly<Record<string, SchemaNode>>;
}

/** Applies `change` to every schema directly below `node`, and keeps the rest as it is. */
export function mapChildren(node: SchemaNode, change: (child: SchemaNode) => SchemaNode): SchemaNode {
  const inMap = (map: Readonly<Record<string, SchemaNode>>) =>
    Object.fromEntries(Object.entries(map).map(([key, child]) => [key, change(child)]));
  return {
    ...node,
    ...(node.properties && { properties: inMap(node.properties) }),
    ...(node.patternProperties && { patternProperties: inMap(node.patternProperties) }),
    ...(typeof node.additionalProperties === "object" && {
      additionalProperties: change(node.additionalProperties),
    }),
    ...(node.items && { items: change(node.items) }),
    ...(node.definitions && { definitions: inMap(node.definitions) }),
  };
}

/** The schemas directly below `node`. */
export function children(node: SchemaNode): SchemaNode[] {
  return [
    ...Object.values(node.properties ?? {}),
    ...Object.values(node.patternProperties ?? {}),
    ...(typeof node.additionalProperties === "object" ? [node.additionalProperties] : []),
    ...(node.items ? [node.items] : []),
  ];
}

/** The same schema with its keywords in the order of `KEYWORDS`, at all levels. */
export function inKeywordOrder(node: SchemaNode): SchemaNode {
  const ordered = Object.fromEntries(
    KEYWORDS.flatMap((key) => (node[key] === undefined ? [] : [[key, node[key]]])),
  );
  return mapChildren(ordered, inKeywordOrder);
}

/** Reads a JSON file beside this one. */
export function readBeside<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8")) as T;
}
