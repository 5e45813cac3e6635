import { childOf, type SchemaNode } from "../../schema/model.ts";
import type { Place } from "../engine/rule.ts";

/** The keys that a key with dots names, one in the other, if the first of them is a key of the mapping; `undefined` if it is not. */
export function nestedKeys({ schemas }: Pick<Place, "schemas">, key: string): readonly string[] | undefined {
  const [first = "", ...others] = key.split(".");
  if (others.length === 0 || others.includes("")) return undefined;
  const [name = ""] = first.split("[");
  const schema = schemas.find(({ properties }) => properties.has(name));
  return schema && (knownKeys(schema, key) ?? [first, ...others]);
}

/** The same where the schema knows all of them; keys of any name, such as those of labels, have dots of their own. */
function knownKeys(schema: SchemaNode, key: string): string[] | undefined {
  const dot = key.indexOf(".");
  const child = dot < 0 ? undefined : schema.properties.get(key.slice(0, dot));
  if (!child) return undefined;
  const rest = key.slice(dot + 1);
  const below = childOf(child, rest) ? [rest] : knownKeys(child, rest);
  return below && [key.slice(0, dot), ...below];
}
