import { accepts, type SchemaNode } from "../schema/model.ts";
import { flowText } from "../schema/scalar-text.ts";
import type { ValueCursor } from "../yaml/cursor/cursor.ts";
import { walk } from "../yaml/lookup.ts";
import { shown } from "../yaml/shown.ts";
import type { Path, ValueNode } from "../yaml/tree.ts";

/** An anchor that an alias can name, and its value on one line. */
interface AnchorAbove {
  readonly name: string;
  readonly value: string;
}

/**
 * The anchors above an alias in its document whose values its place accepts, and only mappings where they are merged. Of several with one
 * name, an alias means the last; those that the alias is inside of cannot be its value.
 */
export function anchorsAbove(
  root: ValueNode | undefined,
  path: Path,
  { start }: ValueCursor,
  schema: SchemaNode | undefined,
): AnchorAbove[] {
  const around = nodesAt(root, path);
  const anchors = new Map<string, ValueNode>();
  walk(root, (node) => {
    if (node.anchor === undefined || node.type === "property" || node.offset >= start) return;
    anchors.delete(node.anchor);
    anchors.set(node.anchor, node);
  });
  const isMerged = (typeof path.at(-1) === "number" ? path.at(-2) : path.at(-1)) === "<<";
  const fits = (node: ValueNode) => (isMerged ? node.type === "object" : !schema || isAccepted(node, schema));
  return [...anchors]
    .filter(([, node]) => !around.has(node) && fits(node))
    .slice(-MOST)
    .map(([name, node]) => ({ name, value: shown(flowText(inBrief(node))) }));
}

function nodesAt(root: ValueNode | undefined, path: Path): ReadonlySet<ValueNode> {
  const nodes = new Set<ValueNode>();
  let node = root;
  for (const segment of [...path, ""]) {
    if (!node) break;
    nodes.add(node);
    if (node.type === "object") node = node.properties.findLast(({ key }) => key === segment)?.valueNode;
    else node = node.type === "array" && typeof segment === "number" ? node.items[segment] : undefined;
  }
  return nodes;
}

function isAccepted(node: ValueNode, schema: SchemaNode): boolean {
  if (node.type === "null") return false;
  if ("value" in node && schema.allowed) return schema.allowed.includes(node.value);
  return node.type === "number" && node.isInteger
    ? accepts(schema, "number", "integer")
    : accepts(schema, node.type);
}

/** The largest number of anchors that are offered, the nearest ones; nobody reads a longer list. */
const MOST = 100;

/** The number of levels and entries that are shown; the others would be cut anyway. */
const LEVELS = 3;
const ENTRIES = 6;

function inBrief(node: ValueNode, levels = LEVELS): unknown {
  if (node.alias !== undefined || ("children" in node && levels === 0)) return "…";
  if (node.type === "array") return node.items.slice(0, ENTRIES).map((item) => inBrief(item, levels - 1));
  if (node.type !== "object") return node.value;
  const entries = node.properties.slice(0, ENTRIES);
  return Object.fromEntries(entries.map(({ key, valueNode }) => [key, inBrief(valueNode, levels - 1)]));
}
