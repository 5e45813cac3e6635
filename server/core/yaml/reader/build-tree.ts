import type { Fault } from "../fault.ts";
import { flowEnd, isColon, skipBlanks } from "../lexer.ts";
import { isMergeKey, resolveAlias } from "../lookup.ts";
import type {
  ArrayNode,
  ObjectNode,
  ScalarNode,
  ScalarStyle,
  StringNode,
  SyntaxProblem,
  ValueNode,
} from "../tree.ts";
import { mayHoldRefusedEscapes, refusedEscape } from "./escapes.ts";
import {
  blockScalarRange,
  type CollectionEvent,
  type Event,
  isPair,
  type Properties,
  type ScalarEvent,
} from "./event.ts";
import { aliasNode, arrayNode, objectNode, propertyNode, scalarNode, stringNode } from "./nodes.ts";
import { keyText, refusalOf, resolveScalar } from "./scalars.ts";

/**
 * A collection that has not ended yet. `bracket` is true if a bracket closes it; `key` is set while a mapping waits for
 * the value of that key.
 */
interface Open {
  readonly node: ObjectNode | ArrayNode;
  readonly bracket: boolean;
  key: StringNode | undefined;
}

/** The content and range of a scalar, from its event. */
interface ReadScalar {
  readonly source: string;
  readonly style: ScalarStyle;
  readonly tag: string | undefined;
  readonly start: number;
  readonly end: number;
}

/**
 * Builds the tree of one document from its events. The events have the starts of nodes; where it ends, and where a missing
 * value would be, is read from the text. `base` is added to every offset; `original` is the text before it was repaired.
 */
export class TreeBuilder {
  readonly problems: SyntaxProblem[] = [];
  root: ValueNode | undefined;
  readonly #text: string;
  readonly #base: number;
  readonly #original: string;
  readonly #escapes: boolean;
  readonly #open: Open[] = [];
  readonly #anchors = new Map<string, ValueNode>();
  /** True after an anchor or an alias, whose counterpart may be elsewhere. */
  hasNames = false;
  /** End of what was read last, without `base`. */
  #end = 0;

  constructor(text: string, base: number, original = text) {
    this.#text = text;
    this.#base = base;
    this.#original = original;
    this.#escapes = mayHoldRefusedEscapes(text);
  }

  build(events: readonly Event[]): ValueNode | undefined {
    for (let index = 0; index < events.length; index++) {
      const event = events[index];
      switch (event?.type) {
        case "mapping":
          this.#openCollection(true, event, isPair(this.#text, event, events[index + 1]));
          break;
        case "list":
          this.#openCollection(false, event, false);
          break;
        case "scalar":
          this.#add(this.#waitsForKey() ? this.#scalarKey(event) : this.#scalar(event));
          break;
        case "alias":
          this.#add(this.#alias(event.anchorStart, event.anchorEnd));
          break;
        case "end":
          this.#closeCollection();
          break;
      }
    }
    return this.root;
  }

  #openCollection(mapping: boolean, event: CollectionEvent, pair: boolean): void {
    const { start, flow } = event;
    const offset = this.#base + start;
    const node = mapping ? objectNode(offset, flow) : arrayNode(offset, flow);
    this.#decorate(node, event);
    this.#end = flow && !pair ? start + 1 : start;
    this.#open.push({ node, bracket: flow && !pair, key: undefined });
  }

  #closeCollection(): void {
    const open = this.#open.pop();
    if (!open) return;
    const start = open.node.offset - this.#base;
    if (open.bracket) this.#end = flowEnd(this.#text, this.#end);
    open.node.length = Math.max(this.#end - start, 0);
    this.#add(open.node);
  }

  #scalar(event: ScalarEvent): ScalarNode {
    const { source, style, tag, start, end } = this.#read(event);
    const value = resolveScalar(source, style, tag);
    const offset = this.#base + start;
    const node = scalarNode(value, offset, end - start, style);
    if (tag !== undefined || (value.type === "number" && !Number.isFinite(value.value))) {
      const refusal = refusalOf(source, style, tag);
      if (refusal) this.#report(node, refusal);
    }
    this.#decorate(node, event);
    return node;
  }

  /** A scalar where a key is expected. Helm turns numbers and booleans into strings. */
  #scalarKey(event: ScalarEvent): StringNode {
    const { source, style, tag, start, end } = this.#withLastLetter(this.#read(event));
    const key = keyText(source, style, tag);
    const offset = this.#base + start;
    const node = stringNode(key ?? source, offset, end - start, style);
    const refusal =
      key === undefined ? ({ code: "refused-key" } as const) : tag && refusalOf(source, style, tag);
    if (refusal) this.#report(node, refusal);
    this.#decorate(node, event);
    return node;
  }

  /** Gives a key back its last letter, which was replaced by the colon that the key lacked. */
  #withLastLetter(key: ReadScalar): ReadScalar {
    const { start, end } = key;
    if (this.#text.charAt(end) !== ":" || this.#original.charAt(end) === ":") return key;
    return { ...key, source: this.#original.slice(start, end + 1), style: "plain", end: end + 1 };
  }

  #read(event: ScalarEvent): ReadScalar {
    const tag = event.tagStart < 0 ? undefined : this.#text.slice(event.tagStart, event.tagEnd);
    const { value: source, style } = event;
    const [start, end] = this.#scalarRange(event, style);
    this.#end = end;
    if (this.#escapes && style === "double") {
      const refused = refusedEscape(this.#text.slice(start, end));
      const offset = this.#base + start + (refused?.index ?? 0);
      if (refused) this.#report({ offset, length: refused.length }, refused.fault);
    }
    return { source, style, tag, start, end };
  }

  #scalarRange(event: ScalarEvent, style: ScalarStyle): [number, number] {
    switch (style) {
      case "empty": {
        const behind = Math.max(event.anchorEnd, event.tagEnd);
        const offset = behind > this.#end ? behind : this.#emptyAt();
        return [offset, offset];
      }
      case "single":
      case "double":
        return [event.valueStart - 1, event.valueEnd + 1];
      case "literal":
      case "folded":
        return blockScalarRange(this.#text, Math.max(this.#end, event.anchorEnd, event.tagEnd), event);
      default:
        return [event.valueStart, event.valueEnd];
    }
  }

  /** The offset of a missing key or value, next to the `:`, `-` or `?` that calls for it. */
  #emptyAt(): number {
    const open = this.#open.at(-1);
    if (!open) return this.#end;
    let offset = skipBlanks(this.#text, this.#end);
    if (open.node.flow && this.#text.charAt(offset) === "," && !open.key)
      offset = skipBlanks(this.#text, offset + 1);
    const char = this.#text.charAt(offset);
    const colon = isColon(this.#text, offset, open.node.flow);
    if (open.key) return colon ? offset + 1 : this.#end;
    if (open.node.type === "array") return char === "-" && !open.node.flow ? offset + 1 : this.#end;
    return char === "?" ? offset + 1 : colon ? offset : this.#end;
  }

  #alias(nameStart: number, nameEnd: number): ValueNode {
    const name = this.#text.slice(nameStart, nameEnd);
    const target = this.#anchors.get(name);
    const offset = this.#base + nameStart - 1;
    const range = { offset, length: nameEnd - nameStart + 1, alias: name, parent: undefined };
    this.#end = nameEnd;
    this.hasNames = true;
    const inside = this.#open.some((open) => open.node === target);
    if (!target) this.#report(range, { code: "unknown-alias", name });
    else if (inside) this.#report(range, { code: "circular-anchor", name });
    return aliasNode(range, inside ? undefined : target);
  }

  #report({ offset, length }: { offset: number; length: number }, fault: Fault): void {
    this.problems.push({ offset, length, fault });
  }

  #waitsForKey(): boolean {
    const open = this.#open.at(-1);
    return open?.node.type === "object" && !open.key;
  }

  #decorate(node: ValueNode, properties: Properties): void {
    if (properties.tagStart >= 0) node.tag = this.#text.slice(properties.tagStart, properties.tagEnd);
    if (properties.anchorStart < 0) return;
    this.hasNames = true;
    node.anchor = this.#text.slice(properties.anchorStart, properties.anchorEnd);
    this.#anchors.set(node.anchor, node);
  }

  #add(node: ValueNode): void {
    const open = this.#open.at(-1);
    if (!open) {
      this.root ??= node;
      return;
    }
    const parent = open.node;
    if (parent.type === "array") {
      node.parent = parent;
      parent.items.push(node);
    } else if (!open.key) {
      open.key = this.#key(node);
    } else {
      this.#property(parent, open.key, node);
      open.key = undefined;
    }
  }

  #property(parent: ObjectNode, keyNode: StringNode, valueNode: ValueNode): void {
    const keyEnd = keyNode.offset + keyNode.length;
    const colon = skipBlanks(this.#text, keyEnd - this.#base);
    const colonOffset = isColon(this.#text, colon, parent.flow) ? this.#base + colon : undefined;
    const end = Math.max(
      valueNode.offset + valueNode.length,
      colonOffset === undefined ? keyEnd : colonOffset + 1,
    );
    const property = propertyNode(keyNode, valueNode, colonOffset, end);
    property.parent = parent;
    parent.properties.push(property);
    if (isMergeKey(property) && isScalar(resolveAlias(valueNode))) {
      this.#report(valueNode, { code: "merged-scalar" });
    }
  }

  /** A key that may be an alias, or a collection, which Helm does not accept as a key. */
  #key(node: ValueNode): StringNode {
    if (node.type === "string" && node.alias === undefined) return node;
    const { offset, length } = node;
    const source = this.#source(node.target ?? node);
    const { target } = node;
    const key =
      target?.type === "string"
        ? target.value
        : target && "style" in target
          ? keyText(source, target.style, target.tag)
          : undefined;
    if (key === undefined) this.#report(node, { code: "key-type" });
    const keyNode = stringNode(key ?? source, offset, length, "plain");
    if (node.alias !== undefined) keyNode.alias = node.alias;
    return keyNode;
  }

  #source({ offset, length }: ValueNode): string {
    return this.#text.slice(offset - this.#base, offset - this.#base + length);
  }
}

function isScalar(node: ValueNode): boolean {
  return node.type !== "object" && node.type !== "array";
}
