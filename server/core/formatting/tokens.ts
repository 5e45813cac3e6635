import type { Lines } from "../yaml/lines.ts";
import { childrenOf, isBlockCollection } from "../yaml/lookup.ts";
import type { ArrayNode, ObjectNode, ValueNode, YamlDocument, YamlFile, YamlNode } from "../yaml/tree.ts";

/** A piece of a text that a comment can be above, beside or below: a key, a scalar, or a bracket. */
export interface Token {
  readonly offset: number;
  readonly node: ValueNode;
  readonly document: YamlDocument;
}

/** The tokens of a file, in text order. */
export function tokensOf({ documents }: YamlFile): Token[] {
  const found: Token[] = [];
  for (const document of documents) {
    const visit = (node: YamlNode): void => {
      if (node.type === "property") {
        visit(node.keyNode);
        visit(node.valueNode);
        return;
      }
      const isFlow = (node.type === "object" || node.type === "array") && node.flow;
      if ("style" in node ? node.length > 0 : isFlow || node.alias !== undefined)
        found.push({ offset: node.offset, node, document });
      for (const child of node.alias === undefined ? childrenOf(node) : []) visit(child);
      if (isFlow && node.alias === undefined)
        found.push({ offset: node.offset + node.length - 1, node, document });
    };
    if (document.root) visit(document.root);
  }
  return found;
}

/** A mapping or a list without brackets. */
export type Block = ObjectNode | ArrayNode;

/** The blocks around a node, from the outermost. */
export function blocksAround(node: ValueNode): Block[] {
  const found: Block[] = [];
  for (let around: YamlNode | undefined = node; around; around = around.parent)
    if (around !== node && around.type !== "property" && isBlockCollection(around)) found.push(around);
  return found.reverse();
}

/** The column at which the keys or the dashes of a block begin. */
export function columnOf(block: Block, lines: Lines): number {
  const column = lines.columnOf(block.offset);
  if (block.type === "array") return column;
  // An anchor of the first key comes before it.
  return Math.min(lines.structure(lines.lineAt(block.offset))?.column ?? column, column);
}
