import type { ArrayNode, ObjectNode, PropertyNode, ValueNode } from "../tree.ts";
import { arrayNode, objectNode, plainPropertyNode, scalarNode } from "./nodes.ts";
import {
  colonBehind,
  endsLine,
  isDash,
  isGap,
  nextLine,
  plainAt,
  quotedAt,
  skipSpaces,
} from "./plain-scan.ts";
import { keyText, mayMeanMore } from "./scalars.ts";

/**
 * Reads an entry of a block separately: a mapping with one key, or a list with one item. `base` is added to its offsets,
 * and `depth` is the number of collections around it. `undefined` if it cannot be read on its own.
 */
type ReadEntry = (entry: string, base: number, depth: number) => ValueNode | undefined;

/** Thrown for a text that is not read here. */
class Unusual extends Error {}
const UNUSUAL = new Unusual();

/**
 * Reads, in one pass, the YAML that nearly every line of a values file is written in: indented keys and dashes, followed on
 * the same line by a string, a number or a word. `readEntry` reads the smallest entry around anything else. Gives
 * `undefined` for a document in which more than single entries is unusual: one with anchors, tabs or anything that is
 * wrong. The result is the same tree that `TreeBuilder` builds from the events of the text.
 */
export function readPlainBlocks(
  text: string,
  { start, end, deepest }: { readonly start: number; readonly end: number; readonly deepest: number },
  readEntry: ReadEntry,
): ValueNode | undefined {
  try {
    const blocks = new PlainBlocks(text, end, deepest, readEntry);
    return blocks.read(start);
  } catch (error) {
    if (error === UNUSUAL) return undefined;
    throw error;
  }
}

class PlainBlocks {
  readonly #text: string;
  readonly #end: number;
  readonly #deepest: number;
  readonly #readEntry: ReadEntry;
  /** Offset of the next content, which is neither blank nor in a comment. */
  #offset = 0;
  /** Its column; -1 after the last. */
  #column = -1;
  #depth = 0;
  readonly #keys = new KeyTexts();
  /** The properties of the mappings that are being read, so that each mapping gets an array of exactly its length. */
  readonly #properties: PropertyNode[] = [];
  #top = 0;
  /** The same for the items of lists. */
  readonly #items: ValueNode[] = [];
  #topItem = 0;

  constructor(text: string, end: number, deepest: number, readEntry: ReadEntry) {
    this.#text = text;
    this.#end = end;
    this.#deepest = deepest;
    this.#readEntry = readEntry;
  }

  read(start: number): ValueNode {
    this.#goOn(start);
    if (this.#column === 0 && this.#text.startsWith("---", this.#offset)) {
      const behind = skipSpaces(this.#text, this.#offset + 3, this.#end);
      if (!isGap(this.#text, this.#offset + 3, this.#end) || !endsLine(this.#text, behind, this.#end))
        throw UNUSUAL;
      this.#goOn(nextLine(this.#text, behind, this.#end));
    }
    if (this.#column < 0) throw UNUSUAL;
    const root = this.#block();
    if (this.#column >= 0) throw UNUSUAL;
    return root;
  }

  /** Reads the mapping or list that begins here, up to the first line that is indented less. */
  #block(): ObjectNode | ArrayNode {
    if (this.#depth >= this.#deepest) throw UNUSUAL;
    this.#depth++;
    const block = isDash(this.#text, this.#offset, this.#end)
      ? this.#list(this.#column)
      : this.#mapping(this.#column);
    this.#depth--;
    return block;
  }

  #mapping(column: number): ObjectNode {
    const start = this.#offset;
    const first = this.#top;
    let last: PropertyNode;
    do {
      last = this.#entry(this.#offset, column);
      this.#properties[this.#top++] = last;
      if (this.#column > column) throw UNUSUAL;
    } while (this.#column === column && !isDash(this.#text, this.#offset, this.#end));
    if (this.#column === column) throw UNUSUAL;
    const mapping = objectNode(start, false, this.#properties.slice(first, this.#top));
    mapping.length = last.offset + last.length - start;
    this.#top = first;
    return mapping;
  }

  #list(column: number): ArrayNode {
    const start = this.#offset;
    const first = this.#topItem;
    let end = start;
    do {
      const dash = this.#offset;
      const item = this.#item(dash, column);
      this.#items[this.#topItem++] = item;
      end = Math.max(item.offset + item.length, dash + 1);
      if (this.#column > column) throw UNUSUAL;
    } while (this.#column === column && isDash(this.#text, this.#offset, this.#end));
    const list = arrayNode(start, false, this.#items.slice(first, this.#topItem));
    list.length = end - start;
    this.#topItem = first;
    return list;
  }

  #entry(offset: number, column: number): PropertyNode {
    const colon = colonBehind(this.#text, offset, this.#end);
    const key = colon < 0 ? undefined : this.#keys.read(this.#text, offset, colon);
    if (key === undefined) return this.#entryApart(offset, column);
    const behind = skipSpaces(this.#text, colon + 1, this.#end);
    let node: ValueNode | undefined;
    if (endsLine(this.#text, behind, this.#end)) {
      this.#goOn(nextLine(this.#text, behind, this.#end));
      const isBlock =
        this.#column > column || (this.#column === column && isDash(this.#text, this.#offset, this.#end));
      node = isBlock ? this.#block() : nothing(colon + 1);
    } else {
      node = this.#scalar(behind, column);
    }
    if (!node) return this.#entryApart(offset, column);
    return plainPropertyNode(key, offset, colon, node);
  }

  /** Reads what follows a dash. */
  #item(dash: number, column: number): ValueNode {
    const content = skipSpaces(this.#text, dash + 1, this.#end);
    if (endsLine(this.#text, content, this.#end)) {
      this.#goOn(nextLine(this.#text, content, this.#end));
      return this.#column > column ? this.#block() : nothing(dash + 1);
    }
    if (isDash(this.#text, content, this.#end) || colonBehind(this.#text, content, this.#end) >= 0) {
      this.#column = column + content - dash;
      this.#offset = content;
      return this.#block();
    }
    return this.#scalar(content, column) ?? this.#itemApart(dash, column);
  }

  /** Reads a value on one line and moves on past it; `undefined` if it is more than that. */
  #scalar(offset: number, column: number): ValueNode | undefined {
    const node =
      this.#emptyFlow(offset) ??
      quotedAt(this.#text, offset, this.#end) ??
      plainAt(this.#text, offset, this.#end);
    if (!node) return undefined;
    const behind = skipSpaces(this.#text, node.offset + node.length, this.#end);
    if (!endsLine(this.#text, behind, this.#end)) return undefined;
    this.#goOn(nextLine(this.#text, behind, this.#end));
    // A line that is indented more continues the scalar.
    return this.#column > column ? undefined : node;
  }

  #emptyFlow(offset: number): ValueNode | undefined {
    const isList = this.#text.startsWith("[]", offset);
    if (!isList && !this.#text.startsWith("{}", offset)) return undefined;
    const node = isList ? arrayNode(offset, true) : objectNode(offset, true);
    node.length = 2;
    return node;
  }

  #entryApart(offset: number, column: number): PropertyNode {
    // The value of an explicit key is at the column of an entry but is not one, and neither is a marker.
    if (/^(?:[?:]|---)/.test(this.#text.slice(offset, offset + 3))) throw UNUSUAL;
    const read = this.#readApart(offset, column);
    const property = read.type === "object" && read.properties.length === 1 ? read.properties[0] : undefined;
    if (!property) throw UNUSUAL;
    return property;
  }

  #itemApart(dash: number, column: number): ValueNode {
    const read = this.#readApart(dash, column);
    const item = read.type === "array" && read.items.length === 1 ? read.items[0] : undefined;
    if (!item) throw UNUSUAL;
    return item;
  }

  /** Has an entry or item read separately, with the lines that are indented more, and moves on past them. */
  #readApart(offset: number, column: number): ObjectNode | ArrayNode {
    let next = nextLine(this.#text, offset, this.#end);
    while (next < this.#end) {
      const content = skipSpaces(this.#text, next, this.#end);
      const isEmpty = isGap(this.#text, content, this.#end) && content < this.#end;
      if (!isEmpty && content - next <= column) break;
      next = nextLine(this.#text, content, this.#end);
    }
    // On a line of its own, at its own column.
    const entry = `\n${" ".repeat(column)}${this.#text.slice(offset, next)}`;
    const read = this.#readEntry(entry, offset - column - 1, this.#depth - 1);
    if (read?.offset !== offset || (read.type !== "object" && read.type !== "array") || read.flow)
      throw UNUSUAL;
    this.#goOn(next);
    return read;
  }

  /** Moves on to the first content from the beginning of a line on, past blank lines and comments. */
  #goOn(line: number): void {
    for (let from = line; from < this.#end; ) {
      const content = skipSpaces(this.#text, from, this.#end);
      if (content >= this.#end) break;
      if (endsLine(this.#text, content, this.#end)) {
        from = nextLine(this.#text, content, this.#end);
        continue;
      }
      if (this.#text.charAt(content) === "\t" || (content === from && this.#endsDocument(content)))
        throw UNUSUAL;
      this.#offset = content;
      this.#column = content - from;
      return;
    }
    this.#offset = this.#end;
    this.#column = -1;
  }

  /** True if a line is not content, but a directive or a `...`. */
  #endsDocument(offset: number): boolean {
    return this.#text.charAt(offset) === "%" || this.#text.startsWith("...", offset);
  }
}

/** A missing value. */
function nothing(offset: number): ValueNode {
  return scalarNode({ type: "null", value: null }, offset, 0, "empty");
}

/** The number of keys that are remembered at once; a power of two. */
const SLOTS = 256;

/**
 * The plain keys of a text. A long file repeats a few keys many times: most share one string for all their places, which
 * saves memory and makes them quick to compare.
 */
class KeyTexts {
  readonly #known: string[] = new Array(SLOTS).fill("");

  /** The key between two offsets, as Helm has it; `undefined` if Helm refuses the key. */
  read(text: string, start: number, end: number): string | undefined {
    const slot = (text.charCodeAt(start) * 31 + text.charCodeAt(end - 1) * 7 + end - start) % SLOTS;
    const known = this.#known[slot];
    if (known?.length === end - start && text.startsWith(known, start)) return known;
    const key = text.slice(start, end);
    if (mayMeanMore(key)) return keyText(key, "plain");
    this.#known[slot] = key;
    return key;
  }
}
