import type { ValuesRoot } from "../kinds.ts";
import { scalarText } from "../schema/scalar-text.ts";
import type { Edit } from "../yaml/edits/edit.ts";
import { belowKey, insertProperties, moveProperty } from "../yaml/edits/edits.ts";
import { mergeProperties } from "../yaml/edits/merge-properties.ts";
import { lastCommentBelow, linesOf, propertyText, startsLine } from "../yaml/edits/property-lines.ts";
import { removeItem, removeProperty } from "../yaml/edits/remove.ts";
import { moveInto, moveOut } from "../yaml/edits/shift-property.ts";
import { indexIn, isBlockCollection, rangeOf } from "../yaml/lookup.ts";
import type { Path, PropertyNode, ScalarNode, ValueNode, YamlNode } from "../yaml/tree.ts";
import type { Analysis } from "./analysis.ts";

/** A place that can be changed: a path, with its node in the text. */
interface WrittenAt {
  readonly path: Path;
  readonly node: ValueNode | undefined;
  readonly property: PropertyNode | undefined;
}

/** The possible changes at a place of a document. Each verb gives the edits of the text, and none if it cannot be done there. */
export class PlaceEdit {
  readonly #analysis: Analysis;
  readonly #root: ValuesRoot;
  readonly #path: Path;
  readonly #property: PropertyNode | undefined;
  readonly #node: ValueNode | undefined;

  constructor(analysis: Analysis, root: ValuesRoot, { path, node, property }: WrittenAt) {
    this.#analysis = analysis;
    this.#root = root;
    this.#path = path;
    this.#property = property;
    this.#node = node;
  }

  /** The lines of the key as they are written, without their indentation, with the comment above it. */
  get lines(): string[] {
    return this.#property ? propertyText(this.#analysis, this.#property) : [];
  }

  /** True if the key is the first thing on its line, neither after a dash nor inside brackets. */
  get startsLine(): boolean {
    return this.#property !== undefined && startsLine(this.#analysis, this.#property);
  }

  /** Writes a text in place of the value, as it is. */
  replace(text: string): Edit[] {
    return this.#node ? [{ ...rangeOf(this.#node), text }] : [];
  }

  /** Gives a scalar another text, in the same quotes; not through an alias. */
  setText(text: string): Edit[] {
    const node = this.#node;
    if (!node || !("style" in node) || node.alias !== undefined) return [];
    return this.replace(inQuotesOf(node, text));
  }

  /** Gives the key a value in place of the one that it has, or behind its colon or anchor; in brackets, the colon may be missing. */
  fill(text: string): Edit[] {
    const { colonOffset, valueNode, parent } = this.#property ?? {};
    if (!valueNode || (colonOffset === undefined && !isInBrackets(parent))) return [];
    if (valueNode.length > 0) return [{ ...rangeOf(valueNode), text }];
    const start = valueNode.offset;
    const spaces = /[ \t]*(?=[,}\r\n]|$)/y;
    spaces.lastIndex = start;
    const end = start + (spaces.exec(this.#analysis.file.text)?.[0].length ?? 0);
    return [{ start, end, text: colonOffset === undefined ? `: ${text}` : ` ${text}` }];
  }

  /** Writes lines below the key, one level deeper, in place of its value; not inside brackets. */
  writeBelow(added: readonly string[]): Edit[] {
    const { lines, style } = this.#analysis;
    const property = this.#property;
    const { colonOffset, valueNode, parent } = property ?? {};
    if (!property || colonOffset === undefined || !valueNode || isInBrackets(parent)) return [];
    const pad = " ".repeat(lines.columnOf(property.offset) + style.indent);
    const below = added.map((line) => pad + line);
    const isEmpty = "flow" in valueNode ? valueNode.children.length === 0 : valueNode.type === "null";
    if (isEmpty) return [belowKey(this.#analysis, property, below)];
    // A comment behind a value stays behind it.
    const text = below.map((line) => style.lineBreak + line).join("");
    return [{ start: colonOffset + 1, end: valueNode.offset + valueNode.length, text }];
  }

  /** Writes other lines in place of those of a mapping or list without brackets, unless comments in it would be lost. */
  rewrite(added: readonly string[]): Edit[] {
    const node = this.#node;
    if (!node || !isBlockCollection(node)) return [];
    const { file, lines, style } = this.#analysis;
    const start = node.offset;
    const last = lastCommentBelow(
      this.#analysis,
      lines.lineAt(start + node.length - 1),
      lines.columnOf(start),
    );
    const end = lines.start(last) + lines.text(last).length;
    const text = added.join(style.lineBreak + " ".repeat(lines.columnOf(start)));
    const comments = (part: string) => part.split("#").length;
    return comments(file.text.slice(start, end)) === comments(text) ? [{ start, end, text }] : [];
  }

  /** Makes the value the only item of a list. */
  wrapInList(): Edit[] {
    const node = this.#node;
    if (!node) return [];
    if (!isBlockCollection(node)) return this.replace(`[${this.#analysis.source(node)}]`);
    const [first, ...others] = this.#linesOf(node);
    const indented = others.map((line) => ({ ...emptyAt(this.#analysis.lines.start(line)), text: "  " }));
    return first === undefined ? [] : [{ ...emptyAt(node.offset), text: "- " }, ...indented];
  }

  /** Writes a key above a list that is the value of another one, and indents the list below the key if it must be. */
  wrapInKey(key: string): Edit[] {
    const node = this.#node;
    const { offset = 0, colonOffset } = this.#property ?? {};
    if (!node || !isBlockCollection(node) || colonOffset === undefined) return [];
    const { lines, style } = this.#analysis;
    const column = lines.columnOf(offset) + style.indent;
    const shift = " ".repeat(Math.max(column - lines.columnOf(node.offset), 0));
    const below = this.#linesOf(node).map((line) => lines.start(line));
    const [start] = below;
    if (start === undefined || start <= colonOffset) return [];
    const text = `${" ".repeat(column)}${key}:${style.lineBreak}`;
    const indented = shift === "" ? [] : below.map((line) => ({ ...emptyAt(line), text: shift }));
    return [{ ...emptyAt(start), text }, ...indented];
  }

  /** Removes the key of a mapping, whose keys and comments take its place; not inside brackets. */
  unwrap(): Edit[] {
    const property = this.#property;
    const { valueNode: wrapped, colonOffset } = property ?? {};
    if (!property || colonOffset === undefined || wrapped?.type !== "object") return [];
    if (!isBlockCollection(wrapped) || !this.startsLine) return [];
    const { lines, file } = this.#analysis;
    const [first] = wrapped.properties;
    const firstLine = lines.lineAt(property.offset);
    const column = lines.columnOf(property.offset);
    const inner = first ? lines.columnOf(first.offset) : 0;
    const after = file.text
      .slice(colonOffset + 1, lines.start(firstLine) + lines.text(firstLine).length)
      .trim();
    if (!first || inner <= column || first.offset < lines.start(firstLine + 1) || /^[^#]/.test(after))
      return [];
    const edits: Edit[] =
      after === ""
        ? [{ start: lines.start(firstLine), end: lines.start(firstLine + 1), text: "" }]
        : [{ start: property.offset, end: file.text.indexOf("#", colonOffset), text: "" }];
    const end = lines.lineAt(wrapped.offset + wrapped.length - 1);
    const [, last] = linesOf(this.#analysis, property);
    let shift = inner - column;
    for (let line = firstLine + 1; line <= last; line++) {
      const text = lines.text(line);
      if (text.trim() === "") continue;
      const indent = text.search(/[^ ]/);
      if (indent < inner && line <= end) return [];
      // Comments below may be indented less than the keys; what is below one of them stays below it.
      shift = Math.min(shift, indent - column);
      edits.push({ start: lines.start(line) + column, end: lines.start(line) + column + shift, text: "" });
    }
    return edits;
  }

  /** Moves the key to another column of its line, and nothing else; only if it is the first thing there. */
  indentTo(column: number): Edit[] {
    const { keyNode } = this.#property ?? {};
    if (!keyNode) return [];
    const { file, lines } = this.#analysis;
    const end = keyNode.offset;
    const start = end - lines.columnOf(end);
    return /^ *$/.test(file.text.slice(start, end)) ? [{ start, end, text: " ".repeat(column) }] : [];
  }

  /** Adds a mapping with these keys to the list, after its items; a missing list is written as well. */
  addItem(keys: readonly string[]): Edit[] {
    const list = this.#node;
    const { lines, style } = this.#analysis;
    const block = keys.map((key, index) => (index === 0 ? `- ${key}` : `  ${key}`));
    if (list === undefined) {
      const indented = block.map((line) => " ".repeat(style.indent) + line);
      return this.#insertAt(this.#path.slice(0, -1), [`${this.#path.at(-1)}:`, ...indented]);
    }
    if (list.type === "null") return this.insert(block);
    if (list.type !== "array" || list.alias !== undefined || list.anchor !== undefined) return [];
    const last = list.items.at(-1);
    if (list.flow) {
      const offset = last ? last.offset + last.length : list.offset + 1;
      return [{ ...emptyAt(offset), text: `${last ? ", " : ""}{ ${keys.join(", ")} }` }];
    }
    if (!last) return [];
    const column = lines.columnOf(list.offset);
    const end = lines.lineAt(last.offset + Math.max(last.length - 1, 0));
    const line = lastCommentBelow(this.#analysis, end, column);
    const text = block.map((line) => style.lineBreak + " ".repeat(column) + line).join("");
    return [{ ...emptyAt(lines.start(line) + lines.text(line).length), text }];
  }

  /** Adds lines with keys to the mapping, after its other keys; missing keys of the path are written as well. */
  insert(lines: readonly string[]): Edit[] {
    return this.#insertAt(this.#path, lines);
  }

  /** Changes the key. */
  rename(key: string): Edit[] {
    return this.#property ? [{ ...rangeOf(this.#property.keyNode), text: scalarText(key) }] : [];
  }

  /** Removes the key or the item, with the comment above it, and mappings that would be left empty, up to the one to keep. */
  remove(keep?: ValueNode): Edit[] {
    const { parent } = this.#node ?? {};
    if (this.#property) return removeProperty(this.#analysis, this.#property, keep);
    return this.#node && parent?.type === "array"
      ? removeItem(this.#analysis, parent, indexIn(parent, this.#node))
      : [];
  }

  /**
   * Merges another property with the same key into this one, with its comments, and removes that one; the values of `winner` stay where they
   * differ.
   */
  merge(from: PropertyNode, winner: "into" | "from"): Edit[] {
    return this.#property ? mergeProperties(this.#analysis, this.#property, from, winner) : [];
  }

  /** Moves the key, with its comment, into the mapping at a path. */
  moveTo(path: Path): Edit[] {
    if (!this.#property) return [];
    const from = this.#path.slice(0, -1);
    return moveProperty(this.#analysis, this.#root.node, this.#property, from, path) ?? [];
  }

  /** Moves the key, with its comment, out of its mapping, to below that. */
  moveOut(): Edit[] {
    return (this.#property && moveOut(this.#analysis, this.#property)) ?? [];
  }

  /** Moves the key, with its comment, into the mapping of one that is above it in its own mapping. */
  moveInto(above: PropertyNode): Edit[] {
    return (this.#property && moveInto(this.#analysis, this.#property, above)) ?? [];
  }

  #insertAt(path: Path, lines: readonly string[]): Edit[] {
    const { node, document } = this.#root;
    const edit = insertProperties(this.#analysis, node, path, lines, document.end);
    return edit ? [edit] : [];
  }

  /** The lines of a node that are not blank, with the comments below that are indented further than its key or dash. */
  #linesOf({ offset, length }: ValueNode): number[] {
    const { lines } = this.#analysis;
    const first = lines.lineAt(offset);
    const column = this.#property ? lines.columnOf(this.#property.offset) : lines.indentation(first);
    const last = lastCommentBelow(this.#analysis, lines.lineAt(offset + length - 1), column);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index).filter(
      (line) => lines.text(line).trim() !== "",
    );
  }
}

function emptyAt(offset: number): { start: number; end: number } {
  return { start: offset, end: offset };
}

function isInBrackets(parent: YamlNode | undefined): boolean {
  return parent?.type === "object" && parent.flow;
}

function inQuotesOf({ style }: ScalarNode, text: string): string {
  if (style === "double") return JSON.stringify(text);
  if (style === "single") return `'${text.replaceAll("'", "''")}'`;
  return scalarText(text);
}
