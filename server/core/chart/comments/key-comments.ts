import { isLineBreak, lineAt, lineStarts } from "../../yaml/fixed-text.ts";
import { multilineIn } from "../../yaml/lookup.ts";
import type { ObjectNode, PropertyNode, ValueNode } from "../../yaml/tree.ts";
import type { KeyComment } from "../chart.ts";
import { readWords } from "./comment-words.ts";

/** Lines of one comment that are read: those next to the key. More is not documentation. */
const MOST_LINES = 2000;

const [TAB, SPACE, HASH, BYTE_ORDER_MARK] = [0x09, 0x20, 0x23, 0xfeff];

/**
 * The comments of a chart's values file about its keys, at all levels; `root` is the mapping that was read from `text`. A key has
 * the comment directly above it, or else the one on its line, or else one that is indented below a key with nothing in it. A blank line ends
 * a comment, so that the header of a file belongs to no key. The annotations of helm-docs for types and defaults are read. The time taken is
 * linear in the length of the text.
 */
export function keyComments(text: string, root: ObjectNode): ReadonlyMap<PropertyNode, KeyComment> {
  return new Comments(text, root).read();
}

/** The comments of a key by their places: above it, on its line, below it. */
type CommentsOfKey = Partial<Record<"above" | "beside" | "below", KeyComment>>;

class Comments {
  readonly #text: string;
  readonly #starts: Uint32Array;
  /** The keys that come first on their line, and all keys that come last on it, by the number of the line. */
  readonly #first = new Map<number, PropertyNode>();
  readonly #last = new Map<number, PropertyNode>();
  /** The lines that continue a scalar of several lines, where `#` begins no comment. */
  readonly #inScalar: Uint8Array;
  readonly #found = new Map<PropertyNode, CommentsOfKey>();

  constructor(text: string, root: ObjectNode) {
    this.#text = text;
    this.#starts = lineStarts(text);
    this.#inScalar = new Uint8Array(this.#starts.length);
    for (const node of multilineIn(root, text)) {
      if ("style" in node) this.#markScalar(node);
    }
    this.#markKeys(root);
  }

  read(): ReadonlyMap<PropertyNode, KeyComment> {
    for (let line = 0; line < this.#starts.length; line++) {
      const key = this.#last.get(line);
      if (key) this.#readBeside(key, line);
      if (!this.#isComment(line)) continue;
      let end = line + 1;
      while (end < this.#starts.length && this.#isComment(end)) end++;
      this.#readBlock(line, end);
      line = end - 1;
    }
    const comments = new Map<PropertyNode, KeyComment>();
    for (const [property, found] of this.#found) {
      const comment = commentOf(found);
      if (comment) comments.set(property, comment);
    }
    return comments;
  }

  /** The lines up to `end` are comments, and neither the one before nor `end` is. */
  #readBlock(start: number, end: number): void {
    const owner = this.#first.get(end);
    const column = owner ? this.#column(owner) : -1;
    let from = end;
    // Lines that are indented more than the key belong to the key above.
    while (from > start && this.#indentation(from - 1) <= column) from--;
    const before = this.#first.get(start - 1);
    if (from > start && before && this.#isLeftEmpty(before)) {
      let below = start;
      while (below < from && this.#indentation(below) > this.#column(before)) below++;
      this.#readLines(before, "below", start, below);
    }
    if (owner) this.#readLines(owner, "above", from, end);
  }

  #readLines(owner: PropertyNode, place: "above" | "below", start: number, end: number): void {
    if (start >= end) return;
    const lines: string[] = [];
    for (let line = Math.max(start, end - MOST_LINES); line < end; line++) {
      lines.push(this.#commentAt(this.#lineStart(line) + this.#indentation(line)));
    }
    this.#foundFor(owner)[place] = readWords(lines);
  }

  #readBeside(property: PropertyNode, line: number): void {
    const comment = this.#besideAt(property, line);
    if (comment !== undefined) this.#foundFor(property).beside = readWords([comment]);
  }

  /** The comment on the line of a key, after the value or the header of a value on the lines below. */
  #besideAt({ colonOffset, valueNode }: PropertyNode, line: number): string | undefined {
    if (colonOffset === undefined) return undefined;
    const lineEnd = this.#lineStart(line + 1);
    const valueEnd = valueNode.offset + valueNode.length;
    let from = colonOffset + 1;
    if (valueNode.length > 0 && valueEnd <= lineEnd) from = Math.max(from, valueEnd);
    const rest = this.#text.slice(from, lineEnd);
    const sign = /^(?:[ \t]+[&!]\S*)*(?:[ \t]+[|>][-+0-9]{0,2})?[ \t]+#/.exec(rest);
    return sign ? this.#commentAt(from + sign[0].length - 1) : undefined;
  }

  /** A comment without its signs and the blank after them, given the offset of the first sign. */
  #commentAt(offset: number): string {
    let from = offset;
    while (this.#text.charCodeAt(from) === HASH) from++;
    let end = from;
    while (end < this.#text.length && !isLineBreak(this.#text.charCodeAt(end))) end++;
    return this.#text
      .slice(from, end)
      .replace(/^[ \t]/, "")
      .trimEnd();
  }

  #isComment(line: number): boolean {
    if (this.#inScalar[line]) return false;
    return this.#text.charCodeAt(this.#lineStart(line) + this.#indentation(line)) === HASH;
  }

  #isLeftEmpty({ valueNode }: PropertyNode): boolean {
    if (valueNode.alias !== undefined) return false;
    if (valueNode.type === "object") return valueNode.properties.length === 0;
    return valueNode.type === "array" ? valueNode.items.length === 0 : valueNode.type === "null";
  }

  #foundFor(property: PropertyNode): CommentsOfKey {
    const found = this.#found.get(property) ?? {};
    this.#found.set(property, found);
    return found;
  }

  #markKeys(root: ObjectNode): void {
    const pending: ValueNode[] = [root];
    for (let next = pending.pop(); next; next = pending.pop()) {
      if (next.type === "array") for (const item of next.items) pending.push(item);
      if (next.type !== "object") continue;
      for (const property of next.properties) {
        const line = lineAt(this.#starts, property.offset);
        const first = this.#lineStart(line);
        if (first + this.#indentation(line) === property.offset) this.#first.set(line, property);
        if (!next.flow) this.#last.set(line, property);
        pending.push(property.valueNode);
      }
    }
  }

  #markScalar({ offset, length }: ValueNode): void {
    const end = offset + length;
    for (let line = lineAt(this.#starts, offset) + 1; line < this.#starts.length; line++) {
      if (this.#lineStart(line) >= end) return;
      this.#inScalar[line] = 1;
    }
  }

  #column(property: PropertyNode): number {
    return property.offset - this.#lineStart(lineAt(this.#starts, property.offset));
  }

  #lineStart(line: number): number {
    const start = this.#starts[line] ?? this.#text.length;
    return line === 0 && this.#text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : start;
  }

  #indentation(line: number): number {
    const start = this.#lineStart(line);
    let end = start;
    while (this.#text.charCodeAt(end) === SPACE || this.#text.charCodeAt(end) === TAB) end++;
    return end - start;
  }
}

/** Joins the comments of a key: the first with a text, and the annotations of all; `undefined` if all are empty. */
function commentOf({ above, beside, below }: CommentsOfKey): KeyComment | undefined {
  const all = [above, beside, below].filter((comment) => comment !== undefined);
  const { text = "", ...annotations } = all.find((comment) => comment.text !== "") ?? {};
  const comment: KeyComment = { ...above, ...annotations, text };
  return text === "" && Object.keys(comment).length === 1 ? undefined : comment;
}
