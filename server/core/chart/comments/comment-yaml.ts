import { TreeBuilder } from "../../yaml/reader/build-tree.ts";
import { helmEvents } from "../../yaml/reader/events.ts";
import type { ValueNode } from "../../yaml/tree.ts";

/** Characters that one comment may spend on YAML, and collections inside collections. */
const LONGEST = 256 * 1024;
const DEEPEST = 40;

/**
 * YAML that stands in a comment, as JSON. `undefined` if it is anything else, broken in any way or too large: nobody is helped by half of it, so
 * it is not repaired, which would take long.
 */
export function readCommentYaml(yaml: string): unknown {
  if (yaml.length > LONGEST) return undefined;
  const events = helmEvents(yaml, DEEPEST);
  if ("reason" in events) return undefined;
  const builder = new TreeBuilder(yaml, 0, yaml);
  const root = builder.build(events);
  return builder.problems.length === 0 && root ? jsonOf(root) : undefined;
}

/** A node as JSON. An alias is left out: what it stands for may be written any number of times. */
function jsonOf(node: ValueNode): unknown {
  if (node.alias !== undefined) return undefined;
  if (node.type === "array") return node.items.map(jsonOf).filter((item) => item !== undefined);
  if (node.type === "number" && !Number.isFinite(node.value)) return undefined;
  if (node.type !== "object") return node.value;
  return Object.fromEntries(node.properties.map(({ key, valueNode }) => [key, jsonOf(valueNode)]));
}
