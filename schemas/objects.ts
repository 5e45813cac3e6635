import { applyFacts, type KubernetesFacts, readKubernetesFacts } from "./kubernetes-facts.ts";
import { objectDefinitions, reachable } from "./kubernetes-types.ts";
import { mapChildren, readBeside, type SchemaNode } from "./schema-node.ts";

/**
 * The content of `object-facts.json`, facts about the objects that charts render: `cluster.test.ts` of the objects asks an API
 * server about all of them.
 */
interface ObjectFacts extends Pick<KubernetesFacts, "allowed" | "range" | "required"> {
  /** The kinds, by their API version. */
  readonly kinds: Readonly<Record<string, readonly string[]>>;
}

/** An object of any other kind. */
const ANY_KIND = "";

/**
 * The schema of objects, in lists by API version and kind. It has the certain demands of the API server: unknown fields are
 * allowed, and fields with a default are not required.
 */
export async function buildObjects(): Promise<SchemaNode> {
  const { kinds, ...objectFacts } = readBeside<ObjectFacts>("object-facts.json");
  const names = Object.values(kinds).flat();
  const { types, allowed, range } = readKubernetesFacts();
  const none = { described: {}, suggested: {}, only: {}, annotated: {}, first: {}, added: {} };
  const facts: KubernetesFacts = {
    ...none,
    types,
    allowed: withEmpty({ ...allowed, ...objectFacts.allowed }),
    range: { ...range, ...objectFacts.range },
    required: objectFacts.required,
  };
  const declared = Object.entries(await objectDefinitions(names)).map(([name, node]) => {
    const { status: _status, ...fields } = node.properties ?? {};
    const isKind = names.includes(name);
    return [name, demanded(isKind ? { ...node, properties: fields } : node)] as const;
  });
  const definitions = reachable(applyFacts(Object.fromEntries(declared), facts), names);
  const lists = Object.entries(kinds).flatMap(([apiVersion, list]) =>
    list.map((kind) => [`${apiVersion} ${kind}`, { items: reference(kind) }] as const),
  );
  const any = { properties: { metadata: reference("ObjectMeta") } };
  return { properties: { ...Object.fromEntries(lists), [ANY_KIND]: { items: any } }, definitions };
}

/** Allows the empty string, too: the API server replaces it by a default. */
function withEmpty(allowed: KubernetesFacts["allowed"]): KubernetesFacts["allowed"] {
  return Object.fromEntries(Object.entries(allowed).map(([path, values]) => [path, [...values, ""]]));
}

function reference(name: string): SchemaNode {
  return { $ref: `#/definitions/${name}` };
}

/** The part of a type's schema that the API server checks. */
function demanded(node: SchemaNode): SchemaNode {
  const { description: _description, additionalProperties, required: _required, ...rest } = node;
  return mapChildren(
    { ...rest, ...(typeof additionalProperties === "object" && { additionalProperties }) },
    demanded,
  );
}
