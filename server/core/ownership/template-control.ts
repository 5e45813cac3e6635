import { nodeAt } from "../yaml/lookup.ts";
import type { YamlFile } from "../yaml/tree.ts";

const CONTROL = /^[ \t]*(?=\{\{-?\s*(?:if|else|end|range|with|define|block)\b)/gm;

/** True if template actions are among the keys. Actions in a text are for the reader of that text, such as another tool. */
export function hasTemplateControl({ text, documents }: YamlFile): boolean {
  return documents.some(({ root, start, end }) => {
    for (const { index, 0: indentation } of text.slice(start, end).matchAll(CONTROL)) {
      const node = nodeAt(root, start + index + indentation.length);
      if (node?.type !== "string" || node.style === "plain") return true;
    }
    return false;
  });
}
