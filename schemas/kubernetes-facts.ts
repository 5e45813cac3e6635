import type { Annotations } from "../server/core/schema/annotations.ts";
import { type Json, readBeside, type SchemaNode } from "./schema-node.ts";

/**
 * The content of `kubernetes-facts.json`, additions to the generated types. Keys name a type (`Toleration`), a field of it
 * (`Toleration.effect`), or the entries of a field that is a list (`Capabilities.add[]`).
 */
export interface KubernetesFacts {
  readonly types: Readonly<Record<string, readonly string[]>>;
  readonly described: Readonly<Record<string, string>>;
  readonly allowed: Readonly<Record<string, readonly (string | boolean)[]>>;
  readonly suggested: Readonly<Record<string, readonly Json[]>>;
  readonly range: Readonly<Record<string, Pick<SchemaNode, "minimum" | "maximum" | "minItems">>>;
  readonly required: Readonly<Record<string, readonly string[]>>;
  /** The only fields of a type that may be set where values can hold it. */
  readonly only: Readonly<Record<string, readonly string[]>>;
  readonly annotated: Readonly<Record<string, Annotations>>;
  /** The fields of a type that people write first, in that order; the others follow in the order of the API. */
  readonly first: Readonly<Record<string, readonly string[]>>;
  /** Fields that are younger than the package with the type declarations. */
  readonly added: Readonly<Record<string, SchemaNode>>;
}

/** Schemas of Kubernetes types by their names. */
export type Definitions = Readonly<Record<string, SchemaNode>>;

/** The committed table of facts. */
export function readKubernetesFacts(): KubernetesFacts {
  return readBeside<KubernetesFacts>("kubernetes-facts.json");
}

/** The definitions with the facts in them. A fact that fits no type or field is an error: it has gone stale. */
export function applyFacts(generated: Definitions, facts: KubernetesFacts): Definitions {
  const result: Record<string, SchemaNode> = { ...generated };

  const changeType = (name: string, change: (node: SchemaNode) => SchemaNode): void => {
    const node = result[name];
    if (node === undefined)
      throw new Error(`kubernetes-facts.json names the type ${name}, which is not used.`);
    result[name] = change(node);
  };
  const changeField = (path: string, change: (node: SchemaNode) => SchemaNode): void => {
    const [name = "", field = ""] = path.replace("[]", "").split(".");
    changeType(name, (node) => {
      const found = node.properties?.[field];
      if (found === undefined) throw new Error(`kubernetes-facts.json names ${path}, which does not exist.`);
      const changed = path.endsWith("[]") ? { ...found, items: change(found.items ?? {}) } : change(found);
      return { ...node, properties: { ...node.properties, [field]: changed } };
    });
  };
  const changeAny = (path: string, change: (node: SchemaNode) => SchemaNode): void =>
    path.includes(".") ? changeField(path, change) : changeType(path, change);

  for (const [path, node] of Object.entries(facts.added)) {
    const [name = "", field = ""] = path.split(".");
    changeType(name, (type) => {
      if (type.properties?.[field])
        throw new Error(`kubernetes-facts.json adds ${path}, which is there already.`);
      return { ...type, properties: { ...type.properties, [field]: node } };
    });
  }
  for (const [name, kept] of Object.entries(facts.only)) {
    changeType(name, (type) => {
      checkFields(name, type, kept);
      const properties = Object.entries(type.properties ?? {}).filter(([key]) => kept.includes(key));
      return { ...type, properties: Object.fromEntries(properties) };
    });
  }
  for (const [name, first] of Object.entries(facts.first)) {
    changeType(name, (type) => {
      checkFields(name, type, first);
      const head = first.map((key) => [key, type.properties?.[key] ?? {}] as const);
      return { ...type, properties: { ...Object.fromEntries(head), ...type.properties } };
    });
  }
  for (const [path, type] of Object.entries(facts.types)) changeAny(path, (node) => ({ ...node, type }));
  for (const [path, description] of Object.entries(facts.described)) {
    changeAny(path, (node) => ({ ...node, description }));
  }
  for (const [path, values] of Object.entries(facts.allowed))
    changeAny(path, (node) => ({ ...node, enum: values }));
  for (const [path, examples] of Object.entries(facts.suggested)) {
    changeAny(path, (node) => ({ ...node, examples }));
  }
  for (const [path, range] of Object.entries(facts.range)) changeAny(path, (node) => ({ ...node, ...range }));
  for (const [path, annotations] of Object.entries(facts.annotated)) {
    changeAny(path, (node) => ({ ...node, "x-cap-operator": annotations }));
  }
  for (const [name, keys] of Object.entries(facts.required)) {
    changeType(name, (node) => {
      checkFields(name, node, keys);
      return { ...node, required: [...new Set([...(node.required ?? []), ...keys])] };
    });
  }
  return result;
}

function checkFields(name: string, type: SchemaNode, fields: readonly string[]): void {
  const missing = fields.find((field) => type.properties?.[field] === undefined);
  if (missing) throw new Error(`kubernetes-facts.json names ${name}.${missing}, which does not exist.`);
}
