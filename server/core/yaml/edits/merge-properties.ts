import { findProperty, isBlockCollection } from "../lookup.ts";
import { hasNames, isMergeable, isSameValue } from "../merge-conflicts.ts";
import type { ObjectNode, PropertyNode } from "../tree.ts";
import { type Comment, commentsIn } from "./comments-in.ts";
import type { Edit } from "./edit.ts";
import type { EditedText } from "./edited-text.ts";
import { belowKey, belowProperties } from "./edits.ts";
import { atColumn, inBraces, inOneLine, isInBraces } from "./entry-text.ts";
import { isExplicit, linesOf, propertyText, startsLine } from "./property-lines.ts";
import { removeProperty } from "./remove.ts";

/** The property whose value stays where the two properties have different values. */
type Winner = "into" | "from";

/**
 * The edits that write the entries of one property, with all comments, into another one of the same mapping with the same key, and remove the first.
 * None if that cannot be written. Entries that both have must have been compared: see `conflictsOf`.
 */
export function mergeProperties(
  text: EditedText,
  into: PropertyNode,
  from: PropertyNode,
  winner: Winner,
): Edit[] {
  if (hasNames(from)) return [];
  const merge = new Merge(text, winner);
  if (!merge.add(into, from)) return [];
  const written = merge.edits();
  const removal = removeProperty(text, from).map((edit) => {
    // At the end of a file, a removal begins on the line above, where something may be written.
    const isAround = written.some(({ start }) => edit.start < start && start < edit.end);
    return isAround ? { ...edit, start: text.lines.start(linesOf(text, from)[0]) } : edit;
  });
  return removal.length === 0 ? [] : [...written, ...removal];
}

/** A piece of text at a place; of those at one place, the ones that are indented further come first. */
interface Piece extends Edit {
  readonly column: number;
}

class Merge {
  readonly #text: EditedText;
  readonly #winner: Winner;
  readonly #pieces: Piece[] = [];

  constructor(text: EditedText, winner: Winner) {
    this.#text = text;
    this.#winner = winner;
  }

  /** The edits so far; several at one place are one. */
  edits(): Edit[] {
    const byStart = new Map<number, Edit>();
    for (const { start, end, text } of this.#pieces.toSorted((a, b) => b.column - a.column)) {
      const known = byStart.get(start);
      byStart.set(start, { start, end: Math.max(end, known?.end ?? end), text: (known?.text ?? "") + text });
    }
    return [...byStart.values()];
  }

  /** Writes what a property has, apart from its key, into another one; `false` if it cannot be written there. */
  add(into: PropertyNode, from: PropertyNode): boolean {
    const { valueNode } = from;
    return valueNode.type === "object" && valueNode.flow
      ? this.#addBraces(into, from, valueNode.properties)
      : this.#addLines(into, from, valueNode.type === "object" ? valueNode.properties : []);
  }

  #addBraces(into: PropertyNode, from: PropertyNode, entries: readonly PropertyNode[]): boolean {
    const added: PropertyNode[] = [];
    const known = new Set<number>();
    for (const entry of entries) {
      const there = ownEntry(into, entry.key);
      if (!there) added.push(entry);
      else if (!this.#join(there, entry)) return false;
      // The comments of entries that both have are where these are.
      for (const { offset } of there ? commentsIn(this.#text, entry) : []) known.add(offset);
    }
    const lines = added.map((entry) => inOneLine(this.#text, entry));
    const comments = commentsIn(this.#text, from).filter(({ offset }) => !known.has(offset));
    return (
      lines.every((line) => line !== undefined) &&
      this.#keep(into, comments) &&
      this.#insert(into, added, lines)
    );
  }

  #addLines(into: PropertyNode, from: PropertyNode, entries: readonly PropertyNode[]): boolean {
    const text = this.#text;
    const { lines } = text;
    const head = lines.lineAt(from.offset);
    const [, last] = linesOf(text, from);
    const starts = new Map(entries.map((entry) => [linesOf(text, entry)[0], entry]));
    const column = entries[0] ? lines.columnOf(entries[0].offset) : lines.indentation(head + 1);
    const added: string[] = [];
    const taken: PropertyNode[] = [];
    for (let line = head + 1; line <= last; line++) {
      const entry = starts.get(line);
      if (entry) {
        if (!startsLine(text, entry) || isExplicit(text, entry)) return false;
        const there = ownEntry(into, entry.key);
        if (there && !this.#join(there, entry)) return false;
        if (!there) {
          taken.push(entry);
          for (const copied of propertyText(text, entry)) added.push(copied);
        }
        line = linesOf(text, entry)[1];
      } else if (lines.text(line).trim() === "") {
        if (added.length > 0 && added.at(-1) !== "") added.push("");
      } else if (lines.beginsWithComment(line)) {
        const pad = Math.max(lines.indentation(line) - column, 0);
        added.push(" ".repeat(pad) + lines.text(line).trim());
      } else return false;
    }
    while (added.at(-1) === "") added.pop();
    const comments = commentsIn(text, from).filter(({ offset }) => lines.lineAt(offset) <= head);
    return this.#keep(into, comments) && this.#insert(into, taken, added);
  }

  /** Makes one of two entries with the same key. */
  #join(there: PropertyNode, entry: PropertyNode): boolean {
    if (isMergeable(there, entry)) return this.add(there, entry);
    const isSame = isSameValue(there.valueNode, entry.valueNode);
    if (isSame || this.#winner === "into") return this.#keep(there, commentsIn(this.#text, entry));
    return this.#replace(there, entry);
  }

  /** Writes comments above a property, but for those that it has. */
  #keep(property: PropertyNode, comments: readonly Comment[]): boolean {
    if (comments.length === 0) return true;
    const known = new Set(commentsIn(this.#text, property).map(({ text }) => text));
    return this.#writeAbove(
      property,
      comments.filter(({ text }) => !known.has(text)),
    );
  }

  #writeAbove(property: PropertyNode, comments: readonly Comment[]): boolean {
    if (comments.length === 0) return true;
    if (isInBraces(property) || !startsLine(this.#text, property)) return false;
    const { lines, style } = this.#text;
    const column = lines.columnOf(property.offset);
    const start = lines.start(lines.lineAt(property.offset));
    const text = comments.map((comment) => " ".repeat(column) + comment.text + style.lineBreak).join("");
    this.#pieces.push({ start, end: start, text, column });
    return true;
  }

  /** Writes one entry in place of another one, with the comments of both. */
  #replace(there: PropertyNode, entry: PropertyNode): boolean {
    if (isBlockText(there) || isBlockText(entry)) return false;
    const { file, lines } = this.#text;
    const { offset: start, length } = there;
    const isWithin = (property: PropertyNode, offset: number) =>
      property.offset <= offset && offset < property.offset + property.length;
    const comments = [
      ...commentsIn(this.#text, there).filter(({ offset }) => isWithin(there, offset)),
      ...commentsIn(this.#text, entry).filter(({ offset }) => !isWithin(entry, offset)),
    ];
    if (!this.#writeAbove(there, comments)) return false;
    const written = isInBraces(there)
      ? inBraces(this.#text, entry)
      : isInBraces(entry)
        ? inOneLine(this.#text, entry)
        : atColumn(this.#text, entry, lines.columnOf(start));
    if (written === undefined) return false;
    const end = start + file.text.slice(start, start + length).trimEnd().length;
    this.#pieces.push({ start, end, text: written, column: lines.columnOf(start) });
    return true;
  }

  /** Adds entries, with the lines of them and of the comments between them, after what a property has. */
  #insert(into: PropertyNode, entries: readonly PropertyNode[], lines: readonly string[]): boolean {
    if (lines.length === 0) return true;
    const text = this.#text;
    const { valueNode: node } = into;
    const column = text.lines.columnOf(into.offset) + text.style.indent;
    if (node.type === "object" && node.flow && (node.properties.length > 0 || isInBraces(into))) {
      const last = node.properties.at(-1);
      const start = last ? last.offset + last.length : node.offset + 1;
      const written = entries.map((entry) =>
        commentsIn(text, entry).length > 0 ? undefined : inBraces(text, entry),
      );
      const isWhole = lines.every((line) => !line.trimStart().startsWith("#"));
      if (!isWhole || !written.every((entry) => entry !== undefined)) return false;
      // A comma directly after a colon could be read as part of the key.
      const lead = last ? (text.file.text.charAt(start - 1) === ":" ? " , " : ", ") : "";
      this.#pieces.push({ start, end: start, text: lead + written.join(", "), column });
      return true;
    }
    if (isInBraces(into)) return false;
    const edit = isBlockCollection(node)
      ? belowProperties(text, node as ObjectNode, lines)
      : belowKey(
          text,
          into,
          lines.map((line) => (line === "" ? line : " ".repeat(column) + line)),
        );
    this.#pieces.push({ ...edit, column });
    return true;
  }
}

/** The entry of a property's mapping that has a key. */
function ownEntry({ valueNode }: PropertyNode, key: string): PropertyNode | undefined {
  return valueNode.type === "object" ? findProperty(valueNode, key) : undefined;
}

/** True for block scalars, whose lines are their text. */
function isBlockText({ valueNode }: PropertyNode): boolean {
  return "style" in valueNode && (valueNode.style === "literal" || valueNode.style === "folded");
}
