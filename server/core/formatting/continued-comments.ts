import { isBlockCollection } from "../yaml/lookup.ts";
import type { YamlNode } from "../yaml/tree.ts";
import type { Comment } from "./comments.ts";
import { isBlockScalar, type Source } from "./entries.ts";
import type { Piece } from "./stand-ins.ts";
import { blocksAround, columnOf, type Token, tokensOf } from "./tokens.ts";

/** Comments below a line that continue it: at the column of the comment on that line, or deeper than its value. */
export function continuedComments(source: Source): Piece[] {
  const { lines } = source;
  const tokens = tokensOf(source.file);
  const found: Piece[] = [];
  let passed = 0;
  /** The column of the continuing lines. */
  let run = 0;
  for (const [index, comment] of source.comments.entries()) {
    if (!comment.ownLine) continue;
    const { line, column } = comment;
    while ((tokens[passed]?.offset ?? comment.offset) < comment.offset) passed++;
    const before = found.at(-1);
    if (before?.last === line - 1 && column === run) {
      found[found.length - 1] = { ...before, last: line };
      continue;
    }
    const above = tokens[passed - 1];
    if (!above || lines.lineAt(lastOf(above)) !== line - 1 || !canHaveComment(above)) continue;
    const trailing = trailingAbove(source.comments[index - 1], line);
    if (column !== trailing?.column && !isDeeper(comment, above, source)) continue;
    run = column;
    found.push({
      kind: "comment",
      first: line,
      last: line,
      column: trailing?.column ?? lines.indentation(line - 1),
    });
  }
  return found;
}

function trailingAbove(comment: Comment | undefined, line: number): Comment | undefined {
  return comment && !comment.ownLine && comment.line === line - 1 ? comment : undefined;
}

function isDeeper({ column }: Comment, { node }: Token, { lines }: Source): boolean {
  const block = blocksAround(node).at(-1);
  const isKey = node.parent?.type === "property" && node.parent.keyNode === node;
  return !isKey && block !== undefined && column > columnOf(block, lines);
}

/** The last character of a token. */
function lastOf({ node, offset }: Token): number {
  return "style" in node ? node.offset + node.length - 1 : offset;
}

/** True if a comment can be put after a token: not in a block scalar, and in brackets only after those that close the outermost ones. */
function canHaveComment({ node, offset }: Token): boolean {
  const opens = "flow" in node && node.flow && node.alias === undefined && offset === node.offset;
  if (opens || isBlockScalar(node)) return false;
  for (let around: YamlNode | undefined = node.parent; around; around = around.parent)
    if (around.type !== "property" && !isBlockCollection(around)) return false;
  return true;
}
