import { type FoldingRange, FoldingRangeKind } from "vscode-languageserver-types";
import type { Analysis } from "../semantics/analysis.ts";
import { walk } from "../yaml/lookup.ts";

/** The foldable ranges: keys with several lines, items, and comments of several lines. */
export function folding(analysis: Analysis): FoldingRange[] {
  const { lines } = analysis;
  const ranges = new Map<number, FoldingRange>();
  const add = (startLine: number, endLine: number, kind?: FoldingRangeKind) => {
    if (endLine <= startLine || (ranges.get(startLine)?.endLine ?? -1) >= endLine) return;
    ranges.set(startLine, { startLine, endLine, ...(kind ? { kind } : {}) });
  };
  for (const root of analysis.roots) {
    walk(root.document.key ?? root.node, (node) => {
      if (node.type !== "property" && node.parent?.type !== "array") return;
      add(lines.lineAt(node.offset), lines.lineAt(node.offset + node.length));
    });
  }
  let comment: number | undefined;
  for (let line = 0; line <= lines.count; line++) {
    const isComment = line < lines.count && /^\s*#/.test(lines.text(line)) && !lines.isInScalar(line);
    if (isComment) comment ??= line;
    else if (comment !== undefined) {
      add(comment, line - 1, FoldingRangeKind.Comment);
      comment = undefined;
    }
  }
  return [...ranges.values()].sort((a, b) => a.startLine - b.startLine);
}
