import { addProperty, arrayNode, objectNode, scalarNode, stringNode } from "./nodes.ts";
import { keyOf, mayMeanMore, resolveScalar } from "./scalars.ts";
import type { ArrayNode, ObjectNode, ScalarStyle, StringNode, ValueNode, YamlNode } from "./tree.ts";

/**
 * Reads an entry of a block apart: a mapping with one key, or a list with one item. `base` is what its offsets begin at,
 * `depth` how many collections are around it. `undefined` where it means nothing alone.
 */
export type ReadEntry = (entry: string, base: number, depth: number) => ValueNode | undefined;

const [TAB, LINE_FEED, CARRIAGE_RETURN, SPACE] = [0x09, 0x0a, 0x0d, 0x20];
const [DOUBLE_QUOTE, HASH, SINGLE_QUOTE, DASH, COLON] = [0x22, 0x23, 0x27, 0x2d, 0x3a];
const [PERCENT, BACKSLASH, LAST_ASCII] = [0x25, 0x5c, 0x7e];
/** Between these, no character is a line break or cannot be printed. */
const [FIRST_LETTER, LAST_LETTER] = [0xa0, 0x1fff];

/** Whether a plain text can begin with a character, whatever follows. */
const BEGINS_TEXT = new Uint8Array(128);
for (const char of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./$()+~=;^\\") {
  BEGINS_TEXT[char.charCodeAt(0)] = 1;
}

/** What makes a whole text one that is not read here. */
class Unusual extends Error {}
const UNUSUAL = new Unusual();

/**
 * Reads the YAML that nearly every line of a values file is written in, in one pass over the text: keys and dashes that
 * are indented, with a text, a number or a word behind them on their line. `readEntry` reads the smallest entry around
 * whatever else there is. Gives `undefined` for a document of which more than single entries is unusual: one with
 * anchors, tabs or anything that is wrong. What it gives is what js-yaml's events make of the same text.
 */
export function readPlainBlocks(
  text: string,
  { start, end, deepest }: { readonly start: number; readonly end: number; readonly deepest: number },
  readEntry: ReadEntry,
): PlainBlocksRead | undefined {
  if (text.includes("\0") || text.includes("\uFEFF")) return undefined;
  if (text.includes("\r") && /\r(?!\n)/.test(text)) return undefined;
  try {
    const blocks = new PlainBlocks(text, end, deepest, readEntry);
    return { root: blocks.read(start), apart: blocks.apart };
  } catch (error) {
    if (error === UNUSUAL) return undefined;
    throw error;
  }
}

/** What was read, and the entries in it that were read apart. */
export interface PlainBlocksRead {
  readonly root: ValueNode;
  readonly apart: readonly YamlNode[];
}

class PlainBlocks {
  readonly apart: YamlNode[] = [];
  readonly #text: string;
  readonly #end: number;
  readonly #deepest: number;
  readonly #readEntry: ReadEntry;
  /** The first character of what is to be read next, which is neither blank nor in a comment. */
  #at = 0;
  /** The column of it; -1 behind the last. */
  #column = -1;
  #depth = 0;

  constructor(text: string, end: number, deepest: number, readEntry: ReadEntry) {
    this.#text = text;
    this.#end = end;
    this.#deepest = deepest;
    this.#readEntry = readEntry;
  }

  read(start: number): ValueNode {
    this.#goOn(start);
    if (this.#column === 0 && this.#text.startsWith("---", this.#at)) {
      const behind = this.#skipSpaces(this.#at + 3);
      if (!this.#isBlank(this.#at + 3) || !this.#isLineEnd(behind)) throw UNUSUAL;
      this.#goOn(this.#lineEnd(behind));
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
    const block = this.#isDash(this.#at) ? this.#list(this.#column) : this.#mapping(this.#column);
    this.#depth--;
    return block;
  }

  #mapping(column: number): ObjectNode {
    const mapping = objectNode(this.#at, false);
    let end = this.#at;
    do {
      end = this.#entry(mapping, this.#at, column);
      if (this.#column > column) throw UNUSUAL;
    } while (this.#column === column && !this.#isDash(this.#at));
    if (this.#column === column) throw UNUSUAL;
    mapping.length = end - mapping.offset;
    return mapping;
  }

  #list(column: number): ArrayNode {
    const list = arrayNode(this.#at, false);
    let end = this.#at;
    do {
      end = this.#item(list, this.#at, column);
      if (this.#column > column) throw UNUSUAL;
    } while (this.#column === column && this.#isDash(this.#at));
    list.length = end - list.offset;
    return list;
  }

  /** Reads a key and its value; gives the end of the value. */
  #entry(mapping: ObjectNode, at: number, column: number): number {
    const colon = this.#colonBehind(at);
    const keyNode = colon < 0 ? undefined : this.#key(at, colon);
    if (!keyNode) return this.#readApart(mapping, at, column);
    const value = this.#skipSpaces(colon + 1);
    if (!this.#isLineEnd(value)) {
      const node = this.#scalar(value, column);
      if (!node) return this.#readApart(mapping, at, column);
      const end = node.offset + node.length;
      addProperty(mapping, keyNode, node, colon, end);
      return end;
    }
    this.#goOn(this.#lineEnd(value));
    const isBlock = this.#column > column || (this.#column === column && this.#isDash(this.#at));
    const node = isBlock ? this.#block() : nothing(colon + 1);
    const end = node.offset + node.length;
    addProperty(mapping, keyNode, node, colon, end);
    return end;
  }

  /** Reads what stands behind a dash; gives the end of it. */
  #item(list: ArrayNode, at: number, column: number): number {
    const content = this.#skipSpaces(at + 1);
    let node: ValueNode | undefined;
    if (this.#isLineEnd(content)) {
      this.#goOn(this.#lineEnd(content));
      node = this.#column > column ? this.#block() : nothing(at + 1);
    } else if (this.#isDash(content) || this.#colonBehind(content) >= 0) {
      this.#column = column + content - at;
      this.#at = content;
      node = this.#block();
    } else {
      node = this.#scalar(content, column);
    }
    if (!node) return this.#readApart(list, at, column);
    node.parent = list;
    list.items.push(node);
    return node.offset + node.length;
  }

  /** Where the colon stands behind a plain key; -1 where there is none. */
  #colonBehind(at: number): number {
    const text = this.#text;
    if (BEGINS_TEXT[text.charCodeAt(at)] !== 1) return -1;
    for (let colon = at + 1; colon < this.#end; colon++) {
      const code = text.charCodeAt(colon);
      if (code === COLON) {
        if (!this.#isBlank(colon + 1)) continue;
        return text.charCodeAt(colon - 1) === SPACE ? -1 : colon;
      }
      if (!isPrintable(code)) return -1;
      if (code === HASH && text.charCodeAt(colon - 1) === SPACE) return -1;
    }
    return -1;
  }

  #key(start: number, end: number): StringNode | undefined {
    const text = this.#text.slice(start, end);
    const key = mayMeanMore(text) ? keyOf(text, "plain") : text;
    return key === undefined ? undefined : stringNode(key, start, end - start, "plain");
  }

  /** Reads a value on one line and goes on behind it; `undefined` where it is more than that. */
  #scalar(at: number, column: number): ValueNode | undefined {
    const code = this.#text.charCodeAt(at);
    let node: ValueNode | undefined;
    if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) node = this.#quoted(at, code);
    else if (this.#text.startsWith("[]", at)) node = arrayNode(at, true);
    else if (this.#text.startsWith("{}", at)) node = objectNode(at, true);
    else node = this.#plain(at, code);
    if (!node) return undefined;
    if (node.type === "object" || node.type === "array") node.length = 2;
    const behind = this.#skipSpaces(node.offset + node.length);
    if (!this.#isLineEnd(behind)) return undefined;
    this.#goOn(this.#lineEnd(behind));
    // A line that is indented more goes on with the text.
    return this.#column > column ? undefined : node;
  }

  #quoted(start: number, quote: number): ValueNode | undefined {
    const text = this.#text;
    for (let at = start + 1; at < this.#end; at++) {
      const code = text.charCodeAt(at);
      if (code === quote) {
        const style: ScalarStyle = quote === DOUBLE_QUOTE ? "double" : "single";
        return stringNode(text.slice(start + 1, at), start, at + 1 - start, style);
      }
      if (!isPrintable(code) || (code === BACKSLASH && quote === DOUBLE_QUOTE)) return undefined;
    }
    return undefined;
  }

  #plain(start: number, first: number): ValueNode | undefined {
    const text = this.#text;
    if (BEGINS_TEXT[first] !== 1 && !(first === DASH && BEGINS_TEXT[text.charCodeAt(start + 1)] === 1))
      return undefined;
    let end = start;
    for (let at = start; at < this.#end; at++) {
      const code = text.charCodeAt(at);
      if (code === SPACE) continue;
      if (code === LINE_FEED || code === CARRIAGE_RETURN) break;
      if (!isPrintable(code)) return undefined;
      if (code === HASH && text.charCodeAt(at - 1) === SPACE) break;
      if (code === COLON && this.#isBlank(at + 1)) return undefined;
      end = at + 1;
    }
    const source = text.slice(start, end);
    if (!mayMeanMore(source)) return stringNode(source, start, end - start, "plain");
    const scalar = resolveScalar(source, "plain");
    if (scalar.type === "number" && !Number.isFinite(scalar.value)) return undefined;
    return scalarNode(scalar, start, end - start, "plain");
  }

  /** Has an entry read apart, with the lines that are indented more, and adds what comes of it; gives its end. */
  #readApart(block: ObjectNode | ArrayNode, at: number, column: number): number {
    // The value of an explicit key is no entry of its own but stands at the column of one; a marker is none at all.
    if (block.type === "object" && /^(?:[?:]|---)/.test(this.#text.slice(at, at + 3))) throw UNUSUAL;
    let next = this.#lineEnd(at);
    while (next < this.#end) {
      const content = this.#skipSpaces(next);
      const isEmpty = this.#isBlank(content) && content < this.#end;
      if (!isEmpty && content - next <= column) break;
      next = this.#lineEnd(content);
    }
    // On a line of its own, at its own column.
    const entry = `\n${" ".repeat(column)}${this.#text.slice(at, next)}`;
    const read = this.#readEntry(entry, at - column - 1, this.#depth - 1);
    if (read?.offset !== at || (read.type !== "object" && read.type !== "array") || read.flow) throw UNUSUAL;
    if (block.type === "object" && read.type === "object" && read.properties.length === 1) {
      for (const property of read.properties) {
        property.parent = block;
        block.properties.push(property);
        this.apart.push(property);
      }
    } else if (block.type === "array" && read.type === "array" && read.items.length === 1) {
      for (const item of read.items) {
        item.parent = block;
        block.items.push(item);
        this.apart.push(item);
      }
    } else throw UNUSUAL;
    this.#goOn(next);
    return read.offset + read.length;
  }

  /** Goes on to what stands first from the beginning of a line on, past blank lines and comments. */
  #goOn(line: number): void {
    for (let from = line; from < this.#end; ) {
      const at = this.#skipSpaces(from);
      if (at >= this.#end) break;
      const code = this.#text.charCodeAt(at);
      if (code === HASH || code === LINE_FEED || code === CARRIAGE_RETURN) {
        from = this.#lineEnd(at);
        continue;
      }
      if (code === TAB || (at === from && this.#endsDocument(at))) throw UNUSUAL;
      this.#at = at;
      this.#column = at - from;
      return;
    }
    this.#at = this.#end;
    this.#column = -1;
  }

  /** Whether a line is no content: a directive, or a marker behind the first. */
  #endsDocument(at: number): boolean {
    const text = this.#text;
    return text.charCodeAt(at) === PERCENT || text.startsWith("...", at);
  }

  #skipSpaces(from: number): number {
    let at = from;
    while (at < this.#end && this.#text.charCodeAt(at) === SPACE) at++;
    return at;
  }

  /** Whether nothing or a comment stands at an offset behind a blank. */
  #isLineEnd(at: number): boolean {
    if (at >= this.#end) return true;
    const code = this.#text.charCodeAt(at);
    if (code === HASH) return this.#text.charCodeAt(at - 1) === SPACE;
    return code === LINE_FEED || code === CARRIAGE_RETURN;
  }

  #isDash(at: number): boolean {
    return this.#text.charCodeAt(at) === DASH && this.#isBlank(at + 1);
  }

  #isBlank(at: number): boolean {
    if (at >= this.#end) return true;
    const code = this.#text.charCodeAt(at);
    return code === SPACE || code === LINE_FEED || code === CARRIAGE_RETURN || code === TAB;
  }

  /** Where the next line begins. */
  #lineEnd(from: number): number {
    const feed = this.#text.indexOf("\n", from);
    return feed < 0 || feed >= this.#end ? this.#end : feed + 1;
  }
}

function isPrintable(code: number): boolean {
  return code <= LAST_ASCII ? code >= SPACE : code >= FIRST_LETTER && code <= LAST_LETTER;
}

/** A value that is not written. */
function nothing(at: number): ValueNode {
  return scalarNode({ type: "null", value: null }, at, 0, "empty");
}
