import { walk } from "../lookup.ts";
import type { PropertyNode } from "../tree.ts";
import type { EditedText } from "./edited-text.ts";
import { linesOf } from "./property-lines.ts";

/** A comment, from its sign to the end of its line. */
export interface Comment {
  readonly offset: number;
  readonly text: string;
}

/** The comments of a property: above it, in it, behind it and below it, in the order of the text. */
export function commentsIn(text: EditedText, property: PropertyNode): Comment[] {
  const { file, lines } = text;
  const [first, last] = linesOf(text, property);
  const isInBrackets = property.parent?.type === "object" && property.parent.flow;
  const end = isInBrackets ? property.offset + property.length : lines.start(last) + lines.text(last).length;
  const comments: Comment[] = [];
  let from = isInBrackets ? property.offset : lines.start(first);
  const search = (to: number) => {
    // A sign in a word, such as in a tag, begins no comment.
    for (const match of file.text.slice(from, to).matchAll(/(?<![^\s])#[^\r\n]*/g))
      comments.push({ offset: from + match.index, text: match[0].trimEnd() });
  };
  walk(property, (node) => {
    if (node.type === "property" || !("style" in node || node.alias !== undefined)) return;
    const { offset, length } = node;
    search(offset);
    from = offset + length;
    if (!("style" in node && (node.style === "literal" || node.style === "folded"))) return;
    const head = /^[^\r\n]*/.exec(file.text.slice(offset, offset + length))?.[0] ?? "";
    const sign = head.search(/\s#/);
    if (sign >= 0) comments.push({ offset: offset + sign + 1, text: head.slice(sign + 1).trimEnd() });
  });
  search(end);
  return comments;
}
