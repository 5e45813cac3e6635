import type { Meaning } from "../../schema/annotations.ts";
import type { SchemaNode } from "../../schema/model.ts";

/** The key of a mapping whose value has a meaning. */
export function keyMeaning({ properties }: SchemaNode, meaning: Meaning): string | undefined {
  for (const [key, { annotations }] of properties) if (annotations.meaning === meaning) return key;
  return undefined;
}
