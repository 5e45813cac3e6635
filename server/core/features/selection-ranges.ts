import type { Position, SelectionRange } from "vscode-languageserver-types";
import type { Analysis } from "../semantics/analysis.ts";
import { nodeAt } from "../yaml/lookup.ts";

/** The ranges to which a selection at each position grows: the word, its value, its key with the value, and so on up to the document. */
export function selectionRanges(analysis: Analysis, positions: readonly Position[]): SelectionRange[] {
  return positions.map((position) => selectionAt(analysis, position));
}

function selectionAt(analysis: Analysis, position: Position): SelectionRange {
  const offset = analysis.text.offsetAt(position);
  const root = analysis.rootAt(offset)?.node;
  const spans: [start: number, end: number][] = [];
  for (let node = nodeAt(root, offset); node; node = node.parent) {
    const [start, end] = [node.offset, node.offset + node.length];
    const quoted = "style" in node && (node.style === "single" || node.style === "double");
    if (quoted && offset > start && offset < end) spans.push([start + 1, end - 1]);
    spans.push([start, end]);
  }
  let selection: SelectionRange | undefined;
  for (const [start, end] of spans.reverse()) {
    const range = analysis.range(start, end);
    selection = selection ? { range, parent: selection } : { range };
  }
  return selection ?? { range: { start: position, end: position } };
}
