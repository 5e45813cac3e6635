import type { PropertyNode } from "./tree.ts";

/** A plain key as it is written; `undefined` for one in quotes, with an anchor or a tag, or one that is an alias. */
export function keySource(text: string, { keyNode }: PropertyNode): string | undefined {
  const { offset, length, style, anchor, tag, alias } = keyNode;
  if (style !== "plain" || anchor !== undefined || tag !== undefined || alias !== undefined) return undefined;
  const source = text.slice(offset, offset + length);
  return /[\s"'?&*!]/.test(source) ? undefined : source;
}
