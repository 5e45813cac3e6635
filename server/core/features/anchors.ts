import type { Position, Range, TextEdit } from "vscode-languageserver-types";
import type { Analysis } from "../semantics/analysis.ts";
import { anchorSpan, walk } from "../yaml/lookup.ts";
import type { ValueNode } from "../yaml/tree.ts";

/** Where the anchor of the alias at a position is: its name, and the value that it names. */
interface AnchorPlace {
  readonly name: Range;
  readonly value: Range;
}

/** The anchor that the alias at a position refers to, or `null`. */
export function definition(analysis: Analysis, position: Position): AnchorPlace | null {
  const found = nameAt(analysis, position);
  if (!found?.node.target) return null;
  const { target } = found.node;
  const anchor = anchorSpan(analysis.file.text, target);
  if (!anchor) return null;
  return {
    name: analysis.range(anchor.offset + 1, anchor.offset + anchor.length),
    value: analysis.range(anchor.offset, target.offset + target.length),
  };
}

/** The name of the anchor or alias at a position, which can be renamed, or `null`. */
export function renameRange(analysis: Analysis, position: Position): Range | null {
  const found = nameAt(analysis, position);
  return found && rename(analysis, position, "x") ? analysis.range(found.start, found.end) : null;
}

/** Renames an anchor and its aliases. `undefined` when there is none at the position, or when some of them are not ours to change. */
export function rename(analysis: Analysis, position: Position, newName: string): TextEdit[] | undefined {
  const found = nameAt(analysis, position);
  const anchored = found && (found.node.target ?? found.node);
  if (!anchored) return undefined;
  const spans = namesIn(analysis, position).filter(
    ({ node }) => node === anchored || node.target === anchored,
  );
  return analysis.textEdits(spans.map(({ start, end }) => ({ start, end, text: newName })));
}

/** A name after `&` or `*`, and the node that has it. */
interface Name {
  readonly start: number;
  readonly end: number;
  readonly node: ValueNode;
}

function nameAt(analysis: Analysis, position: Position): Name | null {
  const offset = analysis.text.offsetAt(position);
  return namesIn(analysis, position).find(({ start, end }) => offset >= start - 1 && offset <= end) ?? null;
}

/** An anchor may be outside the part of a document that is ours. */
function rootAt(analysis: Analysis, offset: number): ValueNode | undefined {
  const root = analysis.rootAt(offset);
  return root && (root.document.whole?.root ?? root.node);
}

function namesIn(analysis: Analysis, position: Position): Name[] {
  const names: Name[] = [];
  walk(rootAt(analysis, analysis.text.offsetAt(position)), (node) => {
    if (node.type === "property") return;
    const anchor = anchorSpan(analysis.file.text, node);
    if (anchor) names.push({ start: anchor.offset + 1, end: anchor.offset + anchor.length, node });
    if (node.alias !== undefined)
      names.push({ start: node.offset + 1, end: node.offset + node.length, node });
  });
  return names;
}
