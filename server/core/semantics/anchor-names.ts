import type { Position } from "vscode-languageserver-types";
import { anchorSpan, walk } from "../yaml/lookup.ts";
import { wholeOf } from "../yaml/region.ts";
import type { ValueNode } from "../yaml/tree.ts";
import type { Analysis } from "./analysis.ts";

/** A name after `&` or `*`, and the node that has it. */
export interface AnchorName {
  readonly start: number;
  readonly end: number;
  readonly node: ValueNode;
}

/** The name at a position, with all names of its document. */
export interface NamedAt {
  readonly found: AnchorName;
  /** The value that it names; that of an alias without an anchor is the alias. */
  readonly value: ValueNode;
  /** The names for the same value: its anchor, and the aliases for which that is the last anchor of the name above them. */
  readonly same: readonly AnchorName[];
  /** All anchors and aliases of the document. */
  readonly all: readonly AnchorName[];
}

/** The anchor or alias at a position. It may be used in other parts of its document, too. */
export function namedAt(analysis: Analysis, position: Position): NamedAt | undefined {
  const offset = analysis.text.offsetAt(position);
  if (!/[&*]/.test(analysis.lines.text(position.line))) return undefined;
  for (const root of rootsAt(analysis, offset)) {
    const all = namesIn(root.text, root.node);
    const found = all.find(({ start, end }) => offset >= start - 1 && offset <= end);
    if (!found) continue;
    const value = found.node.target ?? found.node;
    const same = all.filter(({ node }) => node === value || node.target === value);
    return { found, value, same, all };
  }
  return undefined;
}

/** The trees that an offset may be in: that of the document around values, which may be a part of it, and that of the values. */
function rootsAt(
  analysis: Analysis,
  offset: number,
): { readonly text: string; readonly node: ValueNode | undefined }[] {
  const { file } = analysis;
  const { around } = analysis.region;
  const outer = around?.documents.find(({ start, end }) => start <= offset && offset < end);
  const root = analysis.rootAt(offset);
  return [
    ...(around && outer ? [{ text: around.text, node: outer.root }] : []),
    ...(root ? [{ text: file.text, node: wholeOf(root.document).root }] : []),
  ];
}

function namesIn(text: string, root: ValueNode | undefined): AnchorName[] {
  const names: AnchorName[] = [];
  walk(root, (node) => {
    if (node.type === "property") return;
    const anchor = anchorSpan(text, node);
    if (anchor) names.push({ start: anchor.offset + 1, end: anchor.offset + anchor.length, node });
    if (node.alias !== undefined)
      names.push({ start: node.offset + 1, end: node.offset + node.length, node });
  });
  return names;
}
