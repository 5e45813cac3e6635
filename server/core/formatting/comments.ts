import type { Lines } from "../yaml/lines.ts";
import { walk } from "../yaml/lookup.ts";
import type { ValueNode, YamlFile } from "../yaml/tree.ts";

/** A comment, from its `#` to the end of the line. */
export interface Comment {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
  readonly text: string;
  /** True if the comment is alone on its line. */
  readonly ownLine: boolean;
  /** True for a commented-out item of a list, or a line of one. */
  readonly isItem: boolean;
}

const BLANKS = /[ \t]/;

/** The comments of a file, in text order. */
export function commentsOf(file: YamlFile, lines: Lines): Comment[] {
  const { text } = file;
  const found: Comment[] = [];
  const scalars = scalarsIn(file);
  let next = 0;
  for (let offset = text.indexOf("#"); offset >= 0; offset = text.indexOf("#", offset + 1)) {
    while (scalars[next] && endOf(scalars[next]) <= offset) next++;
    const scalar = scalars[next];
    if (scalar && scalar.offset < offset && !isInHeader(text, scalar, offset)) {
      offset = endOf(scalar) - 1;
      continue;
    }
    const line = lines.lineAt(offset);
    const start = lines.start(line);
    if (offset > start && !BLANKS.test(text.charAt(offset - 1))) continue;
    const end = start + lines.text(line).length;
    const ownLine = text.slice(start, offset).trim() === "";
    const comment = {
      offset,
      line,
      column: offset - start,
      text: text.slice(offset, end).trimEnd(),
      ownLine,
    };
    found.push({
      ...comment,
      isItem: continuesItem(found.at(-1), comment) || beginsItem(found.at(-1), comment),
    });
    offset = end;
  }
  return found;
}

type Unread = Omit<Comment, "isItem">;

/** True if a comment and the one above it are lines of the same text. */
function isBelow(above: Comment | undefined, { line, column, ownLine }: Unread): above is Comment {
  return above?.ownLine === true && ownLine && above.line === line - 1 && above.column === column;
}

/** True for the first line of a commented-out item. Prose may have a list, too, so an item below prose does not count. */
function beginsItem(above: Comment | undefined, comment: Unread): boolean {
  return comment.ownLine && dashOf(comment) >= 0 && (!isBelow(above, comment) || above.isItem);
}

function continuesItem(above: Comment | undefined, comment: Unread): boolean {
  if (!isBelow(above, comment) || !above.isItem) return false;
  return /^#(?: {2,}\S|\s*$)/.test(comment.text) && dashOf(comment) < 0;
}

/** The distance from the `#` to the dash that begins an item; -1 if there is none. */
function dashOf({ text }: Unread): number {
  return /^#\s*-(?=\s|$)/.test(text) ? text.indexOf("-") : -1;
}

/** The scalars that are not empty, in text order. */
function scalarsIn({ documents }: YamlFile): ValueNode[] {
  const found: ValueNode[] = [];
  for (const { root } of documents)
    walk(root, (node) => {
      if ("style" in node && node.length > 0) found.push(node);
    });
  return found;
}

function endOf(node: ValueNode | undefined): number {
  return node ? node.offset + node.length : 0;
}

/** True if an offset in a scalar is on the first line of a block scalar, where a comment may be. */
function isInHeader(text: string, { offset, ...scalar }: ValueNode, index: number): boolean {
  const isBlock = "style" in scalar && (scalar.style === "literal" || scalar.style === "folded");
  return isBlock && !text.slice(offset, index).includes("\n");
}
