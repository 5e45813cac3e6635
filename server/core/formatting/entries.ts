import { firstWhere } from "../yaml/first-where.ts";
import { lineStarts } from "../yaml/fixed-text.ts";
import { Lines } from "../yaml/lines.ts";
import { isBlockCollection } from "../yaml/lookup.ts";
import type { PropertyNode, ValueNode, YamlFile } from "../yaml/tree.ts";
import { type Comment, commentsOf } from "./comments.ts";
import type { Piece } from "./stand-ins.ts";
import { type Block, columnOf } from "./tokens.ts";

/** A key of a block with its value, or an item: its lines, and those of the comments that are deeper. */
export interface Entry extends Piece {
  readonly kind: "entry";
  /** The first line after the entry above, where its comments may begin. */
  readonly lead: number;
  readonly value: ValueNode;
}

/** A file with its lines, comments and entries. */
export class Source {
  readonly file: YamlFile;
  readonly lines: Lines;
  readonly comments: readonly Comment[];
  /** The comments that are alone on their lines. */
  readonly ownLines: readonly Comment[];
  readonly #entries = new Map<Block, readonly Entry[]>();

  constructor(file: YamlFile) {
    this.file = file;
    this.lines = new Lines(file, lineStarts(file.text));
    this.comments = commentsOf(file, this.lines);
    this.ownLines = this.comments.filter(({ ownLine }) => ownLine);
  }

  /** The entries of a block, in text order. */
  entries(block: Block): readonly Entry[] {
    const known = this.#entries.get(block) ?? entriesOf(block, this);
    this.#entries.set(block, known);
    return known;
  }

  /** The comments alone on their lines that come after a line, with nothing but empty lines between. */
  *commentsAfter(line: number): Generator<Comment, undefined> {
    let last = line;
    const from = firstWhere(this.ownLines, (comment) => comment.line > line);
    for (let index = from; index < this.ownLines.length; index++) {
      const comment = this.ownLines[index];
      if (!comment || !this.#isEmptyBetween(last, comment.line)) return;
      yield comment;
      last = comment.line;
    }
  }

  /** The last line of a node, with the empty lines that a block scalar at its end keeps. */
  lastLine(node: PropertyNode | ValueNode): number {
    const { text } = this.file;
    let last = this.lines.lineAt(Math.max(node.offset + node.length - 1, node.offset));
    const isKept = keepsEmptyLines(node.type === "property" ? node.valueNode : node, text);
    while (isKept && last + 1 < this.lines.count - 1 && this.#isEmpty(last + 1)) last++;
    return last;
  }

  #isEmpty(line: number): boolean {
    return this.lines.text(line).trim() === "";
  }

  #isEmptyBetween(above: number, below: number): boolean {
    for (let line = above + 1; line < below; line++) if (!this.#isEmpty(line)) return false;
    return true;
  }
}

function entriesOf(block: Block, source: Source): readonly Entry[] {
  const { lines } = source;
  const column = columnOf(block, lines);
  const found: Entry[] = [];
  let lead = lines.lineAt(block.offset);
  const count = block.children.length;
  for (let index = 0; index < count; index++) {
    const child = block.children[index];
    if (!child) continue;
    const value = child.type === "property" ? child.valueNode : child;
    const first = block.type === "array" ? dashLine(child, lead, column, lines) : lines.lineAt(child.offset);
    const last = lastLineOf({ child, value, column, first }, source);
    found.push({ kind: "entry", first, last, column, isItem: block.type === "array", lead, value });
    lead = last + 1;
  }
  return found;
}

/** The line of the dash of an item. Comments or an anchor may be between the dash and the item. */
function dashLine({ offset }: PropertyNode | ValueNode, from: number, column: number, lines: Lines): number {
  const last = lines.lineAt(offset);
  for (let line = from; line < last; line++) {
    const structure = lines.structure(line);
    if (structure?.dashes.includes(column)) return line;
  }
  return last;
}

interface Extent {
  readonly child: PropertyNode | ValueNode;
  readonly value: ValueNode;
  readonly column: number;
  readonly first: number;
}

function lastLineOf({ child, value, column, first }: Extent, source: Source): number {
  let last = Math.max(source.lastLine(child), first);
  const isListAtKey = isBlockCollection(value) && source.lines.columnOf(value.offset) === column;
  for (const comment of source.commentsAfter(last)) {
    if (comment.column <= column && !(isListAtKey && comment.isItem && comment.column === column)) break;
    last = comment.line;
  }
  return last;
}

/** True if a value ends with a block scalar that keeps the empty lines after it. */
function keepsEmptyLines(value: ValueNode, text: string): boolean {
  const last = lastIn(value);
  return isBlockScalar(last) && /^[|>]\d?\+/.test(text.slice(last.offset, last.offset + 3));
}

/** True if the last value of a text is a block scalar. */
export function endsWithBlockScalar({ documents }: YamlFile): boolean {
  const root = documents.at(-1)?.root;
  return root !== undefined && isBlockScalar(lastIn(root));
}

function lastIn(value: ValueNode): ValueNode {
  let [last, next]: [ValueNode, ValueNode | undefined] = [value, value];
  while (next) {
    last = next;
    if (!isBlockCollection(last)) break;
    next = last.type === "object" ? last.properties.at(-1)?.valueNode : last.items.at(-1);
  }
  return last;
}

/** True for a text below a `|` or a `>`. */
export function isBlockScalar(node: ValueNode): boolean {
  return "style" in node && (node.style === "literal" || node.style === "folded");
}
