import { scalarText } from "../schema/scalar-text.ts";
import type { Edit } from "../yaml/edits/edit.ts";
import {
  insertProperties,
  moveProperty,
  propertyText,
  removeProperty,
  startsLine,
} from "../yaml/edits/edits.ts";
import { removeItem } from "../yaml/edits/remove-item.ts";
import { findProperty, rangeOf, valueAt } from "../yaml/lookup.ts";
import type { Path, PropertyNode, ScalarNode, ValueNode, ValuesRoot, YamlNode } from "../yaml/tree.ts";
import type { Analysis } from "./analysis.ts";

/** What can be changed at a place of a document. Each verb gives the edits of the text, and none if it cannot be done there. */
export class PlaceEdit {
  readonly #analysis: Analysis;
  readonly #root: ValuesRoot;
  readonly #path: Path;
  readonly #property: PropertyNode | undefined;
  readonly #node: ValueNode | undefined;

  /** The place is what is written at the path, or the very key or value that is given. */
  constructor(analysis: Analysis, root: ValuesRoot, path: Path, written?: YamlNode) {
    this.#analysis = analysis;
    this.#root = root;
    this.#path = path;
    if (written === undefined) {
      this.#node = valueAt(root.node, path);
      const key = path.at(-1);
      this.#property =
        typeof key === "string" ? findProperty(valueAt(root.node, path.slice(0, -1)), key) : undefined;
    } else {
      const { parent } = written;
      const isProperty = written.type === "property";
      this.#property = isProperty ? written : parent?.type === "property" ? parent : undefined;
      this.#node = isProperty ? written.valueNode : written;
    }
  }

  /** The lines of the key as they are written, without their indentation, with the comment above it. */
  get lines(): string[] {
    return this.#property ? propertyText(this.#analysis, this.#property) : [];
  }

  /** Whether the key is the first thing on its line, neither after a dash nor inside brackets. */
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

  /** Writes a value behind the colon in place of what is there. */
  fill(text: string): Edit[] {
    const { colonOffset, valueNode } = this.#property ?? {};
    if (colonOffset === undefined || !valueNode) return [];
    const start = colonOffset + 1;
    const end = valueNode.length > 0 ? valueNode.offset + valueNode.length : start;
    return [{ start, end, text: ` ${text}` }];
  }

  /** Writes lines below the key, one level deeper, in place of its value; not inside brackets. */
  writeBelow(added: readonly string[]): Edit[] {
    const { lines, style } = this.#analysis;
    const { offset = 0, colonOffset, valueNode, parent } = this.#property ?? {};
    if (colonOffset === undefined || !valueNode || (parent?.type === "object" && parent.flow)) return [];
    const column = offset - lines.start(lines.lineAt(offset)) + style.indent;
    const text = added.map((line) => style.lineBreak + " ".repeat(column) + line).join("");
    const end = Math.max(colonOffset + 1, valueNode.offset + valueNode.length);
    return [{ start: colonOffset + 1, end, text }];
  }

  /** Adds lines with keys to the mapping, after those that it has; what is missing of the path is written as well. */
  insert(lines: readonly string[]): Edit[] {
    const { node, document } = this.#root;
    const edit = insertProperties(this.#analysis, node, this.#path, lines, document.end);
    return edit ? [edit] : [];
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
      ? removeItem(this.#analysis, parent, parent.items.indexOf(this.#node))
      : [];
  }

  /** Moves the key, with its comment, into the mapping at a path. */
  moveTo(path: Path): Edit[] {
    if (!this.#property) return [];
    const from = this.#path.slice(0, -1);
    return moveProperty(this.#analysis, this.#root.node, this.#property, from, path) ?? [];
  }
}

function inQuotesOf({ style }: ScalarNode, text: string): string {
  if (style === "double") return JSON.stringify(text);
  if (style === "single") return `'${text.replaceAll("'", "''")}'`;
  return scalarText(text);
}
