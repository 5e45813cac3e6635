import type { Meaning } from "../../schema/annotations.ts";
import { textFault } from "../../schema/types/text-faults.ts";
import type { ValueNode } from "../../yaml/tree.ts";
import { isUnshared } from "./anchors.ts";
import type { Fix } from "./rule.ts";

/**
 * Puts quotes around a plain scalar, so that Helm reads the text as written. Not preferred where the text is wrong too; not offered
 * after a tag, which decides what Helm reads whatever the quotes.
 */
export function quoteFix(node: ValueNode, source: string, meaning: Meaning | undefined): Fix[] {
  if (node.tag !== undefined) return [];
  const text = JSON.stringify(source);
  // Only the person knows whether there is to be a volume of that name.
  const isRight = isUnshared(node) && meaning !== "volume-name" && textFault(meaning, source) === undefined;
  return [
    {
      title: `Quote: ${text}`,
      edits: [{ start: node.offset, end: node.offset + node.length, text }],
      preferred: isRight,
      safe: isRight,
    },
  ];
}
