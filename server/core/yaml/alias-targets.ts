import { anchorSpan, walk } from "./lookup.ts";
import type { YamlFile } from "./tree.ts";

/** The offset of each alias in a file, in the order of the text, with that of the anchor of the value that the alias refers to. */
export function aliasTargets({ text, documents }: Pick<YamlFile, "text" | "documents">): Map<number, number> {
  const targets = new Map<number, number>();
  if (!text.includes("*")) return targets;
  for (const { root } of documents) {
    walk(root, (node) => {
      if (node.target) targets.set(node.offset, anchorSpan(text, node.target)?.offset ?? node.target.offset);
    });
  }
  return targets;
}
