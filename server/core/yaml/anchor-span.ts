import type { ValueNode } from "./tree.ts";

/**
 * Where the anchor of a node stands, its sign (`&`) included: before its value, with at most blanks, a tag or a comment
 * between. `undefined` where it has none.
 */
export function anchorSpan(
  text: string,
  { anchor, offset }: ValueNode,
): { readonly offset: number; readonly length: number } | undefined {
  if (anchor === undefined) return undefined;
  const sign = text.lastIndexOf(`&${anchor}`, offset);
  return sign < 0 ? undefined : { offset: sign, length: anchor.length + 1 };
}
