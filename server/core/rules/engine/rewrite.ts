import * as l10n from "@vscode/l10n";
import { scalarText } from "../../schema/scalar-text.ts";
import type { Analysis } from "../../semantics/analysis.ts";
import type { Edit } from "../../yaml/edits/edit.ts";
import type { PropertyNode, ScalarNode } from "../../yaml/tree.ts";
import { isUnshared } from "./anchors.ts";
import type { Fix } from "./rule.ts";

/** Replaces a value with another text, in the same quotes. Not offered if the value is written elsewhere, at an anchor. */
export function changeTextFix(node: ScalarNode, text: string, preferred: boolean): Fix[] {
  if (node.alias) return [];
  const edit = { start: node.offset, end: node.offset + node.length, text: inQuotesOf(node, text) };
  return [
    { title: l10n.t('Change to "{0}"', text), edits: [edit], preferred: preferred && isUnshared(node) },
  ];
}

/** Replaces what follows a key by lines one level deeper; `undefined` inside brackets. */
export function writeBelow(
  { lines, style }: Analysis,
  { offset, colonOffset, valueNode, parent }: PropertyNode,
  added: readonly string[],
): Edit | undefined {
  if (colonOffset === undefined || (parent?.type === "object" && parent.flow)) return undefined;
  const column = offset - lines.start(lines.lineAt(offset)) + style.indent;
  const text = added.map((line) => style.lineBreak + " ".repeat(column) + line).join("");
  return {
    start: colonOffset + 1,
    end: Math.max(colonOffset + 1, valueNode.offset + valueNode.length),
    text,
  };
}

function inQuotesOf({ style }: ScalarNode, text: string): string {
  if (style === "double") return JSON.stringify(text);
  if (style === "single") return `'${text.replaceAll("'", "''")}'`;
  return scalarText(text);
}
