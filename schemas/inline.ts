import { type Json, mapChildren, type SchemaNode } from "./schema-node.ts";

const LOCAL = "#/definitions/";
const KUBERNETES = "kubernetes:";

/**
 * The source schema with every reference to its own definitions written out, and references to Kubernetes types
 * (`kubernetes:Affinity`) turned into references to definitions of that name. Keywords beside a reference win over
 * those of the definition; `properties` and annotations are merged key by key.
 */
export function inlineDefinitions(source: SchemaNode): SchemaNode {
  const definitions = source.definitions ?? {};

  const expand = (node: SchemaNode, trail: readonly string[]): SchemaNode => {
    const { $ref, ...siblings } = node;
    if ($ref?.startsWith(KUBERNETES)) {
      return mapChildren({ ...siblings, $ref: LOCAL + $ref.slice(KUBERNETES.length) }, (child) =>
        expand(child, trail),
      );
    }
    if ($ref === undefined) return mapChildren(node, (child) => expand(child, trail));
    const definition = definitions[$ref.slice(LOCAL.length)];
    if (!$ref.startsWith(LOCAL) || definition === undefined)
      throw new Error(`The schema has no definition ${$ref}.`);
    if (trail.includes($ref))
      throw new Error(`The definition ${$ref} contains itself, so it cannot be written out.`);
    return expand(overlaid(definition, siblings), [...trail, $ref]);
  };

  const { definitions: _written, ...root } = source;
  return expand(root, []);
}

/**
 * The schema with defaults on all levels: the default of an object reaches down to its keys, and an object whose
 * keys all have a default has the default made of them.
 */
export function spreadDefaults(node: SchemaNode, given: Json | undefined = node.default): SchemaNode {
  const shown = given === undefined ? node : { ...node, default: given };
  if (node.properties === undefined) return shown;
  const properties = Object.fromEntries(
    Object.entries(node.properties).map(([key, child]) => [
      key,
      spreadDefaults(child, entry(given, key) ?? child.default),
    ]),
  );
  const composed = Object.entries(properties).flatMap(([key, child]) =>
    child.default === undefined ? [] : [[key, child.default] as const],
  );
  const complete = given === undefined && composed.length === Object.keys(properties).length;
  return { ...shown, properties, ...(complete && { default: Object.fromEntries(composed) }) };
}

function entry(value: Json | undefined, key: string): Json | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, Json>>)[key]
    : undefined;
}

/** A schema with another one laid over it: keywords of `over` win; `properties` and annotations are merged key by key. */
export function overlaid(base: SchemaNode, over: SchemaNode): SchemaNode {
  const annotations = base["x-cap-operator"];
  return {
    ...base,
    ...over,
    ...(base.properties && over.properties && { properties: overlaidKeys(base.properties, over.properties) }),
    ...(annotations && { "x-cap-operator": { ...annotations, ...over["x-cap-operator"] } }),
  };
}

function overlaidKeys(
  base: Readonly<Record<string, SchemaNode>>,
  over: Readonly<Record<string, SchemaNode>>,
): Record<string, SchemaNode> {
  const result: Record<string, SchemaNode> = { ...base };
  for (const [key, node] of Object.entries(over)) {
    const below = base[key];
    result[key] = below === undefined ? node : overlaid(below, node);
  }
  return result;
}
