import type { ValueNode } from "./tree.ts";

/**
 * The span of a node's anchor, including its `&`. It comes before the value, with at most blanks, a tag or a comment in
 * between. `undefined` if the node has no anchor.
 */
export function anchorSpan(
  text: string,
  { anchor, offset }: ValueNode,
): { readonly offset: number; readonly length: number } | undefined {
  if (anchor === undefined) return undefined;
  const sign = text.lastIndexOf(`&${anchor}`, offset);
  return sign < 0 ? undefined : { offset: sign, length: anchor.length + 1 };
}
