import type { ValueNode } from "../document/tree.ts";
import { isUnshared } from "./anchors.ts";
import type { Fix } from "./rule.ts";

/** Quotes around a plain scalar, so that Helm reads the text as it stands. */
export function quoteFix(node: ValueNode, source: string): Fix {
  const text = JSON.stringify(source);
  return {
    title: `Quote: ${text}`,
    edits: [{ start: node.offset, end: node.offset + node.length, text }],
    preferred: isUnshared(node),
  };
}
