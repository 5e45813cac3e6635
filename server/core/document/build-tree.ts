import { COLLECTION_STYLE, EVENT_ID, type Event, getScalarValue, SCALAR_STYLE } from "js-yaml";
import { resolveScalar } from "./scalars.ts";
import type {
  ArrayNode,
  NullNode,
  ObjectNode,
  PropertyNode,
  ScalarNode,
  ScalarStyle,
  StringNode,
  SyntaxProblem,
  ValueNode,
} from "./tree.ts";

type ScalarEvent = Extract<Event, { type: typeof EVENT_ID.SCALAR }>;
type Properties = Pick<ScalarEvent, "anchorStart" | "anchorEnd" | "tagStart" | "tagEnd">;

/** A collection whose end has not come yet; `key` is set while a mapping waits for the value of that key. */
interface Open {
  readonly node: ObjectNode | ArrayNode;
  key?: StringNode;
}

const STYLES: Record<number, ScalarStyle> = {
  [SCALAR_STYLE.PLAIN]: "plain",
  [SCALAR_STYLE.SINGLE_QUOTED]: "single",
  [SCALAR_STYLE.DOUBLE_QUOTED]: "double",
  [SCALAR_STYLE.LITERAL_BLOCK]: "literal",
  [SCALAR_STYLE.FOLDED_BLOCK]: "folded",
};

/**
 * Builds the tree of one document from js-yaml's events. The events say where a node starts; where it ends,
 * and where a value that is not written would stand, is read from the text. `base` is added to every offset.
 */
export class TreeBuilder {
  readonly problems: SyntaxProblem[] = [];
  root: ValueNode | undefined;
  readonly #text: string;
  readonly #base: number;
  readonly #open: Open[] = [];
  readonly #anchors = new Map<string, ValueNode>();
  /** End of what was read last, without `base`. */
  #end = 0;

  constructor(text: string, base: number) {
    this.#text = text;
    this.#base = base;
  }

  build(events: readonly Event[]): ValueNode | undefined {
    for (const event of events) {
      switch (event.type) {
        case EVENT_ID.MAPPING:
        case EVENT_ID.SEQUENCE:
          this.#openCollection(event.type === EVENT_ID.MAPPING, event.start, event.style, event);
          break;
        case EVENT_ID.SCALAR:
          this.#add(this.#scalar(event));
          break;
        case EVENT_ID.ALIAS:
          this.#add(this.#alias(event.anchorStart, event.anchorEnd));
          break;
        case EVENT_ID.POP:
          this.#closeCollection();
          break;
      }
    }
    return this.root;
  }

  #openCollection(mapping: boolean, start: number, style: number, properties: Properties): void {
    const flow = style === COLLECTION_STYLE.FLOW;
    const base = { offset: this.#base + start, length: 0, flow };
    let node: ObjectNode | ArrayNode;
    if (mapping) {
      const children: PropertyNode[] = [];
      node = { ...base, type: "object", properties: children, children };
    } else {
      const items: ValueNode[] = [];
      node = { ...base, type: "array", items, children: items };
    }
    this.#decorate(node, properties);
    this.#end = flow ? start + 1 : start;
    this.#open.push({ node });
  }

  #closeCollection(): void {
    const open = this.#open.pop();
    if (!open) return;
    const start = open.node.offset - this.#base;
    if (open.node.flow) this.#end = this.#flowEnd(Math.max(this.#end, start + 1));
    open.node.length = Math.max(this.#end - start, 0);
    this.#add(open.node);
  }

  /** Behind the bracket that closes a flow collection; between its last item and it stand blanks, commas and comments. */
  #flowEnd(from: number): number {
    for (let at = from; at < this.#text.length; at++) {
      const char = this.#text.charAt(at);
      if (char === "]" || char === "}") return at + 1;
      if (char === "#") at = this.#lineEnd(at);
    }
    return this.#text.length;
  }

  #scalar(event: ScalarEvent): ScalarNode {
    const tag = event.tagStart < 0 ? undefined : this.#text.slice(event.tagStart, event.tagEnd);
    const source = event.valueStart < 0 ? "" : getScalarValue(this.#text, event);
    const style = event.valueStart < 0 ? "empty" : (STYLES[event.style] ?? "plain");
    const [start, end] = this.#scalarRange(event, style);
    this.#end = end;
    const node: ScalarNode = {
      ...resolveScalar(source, style, tag),
      offset: this.#base + start,
      length: end - start,
      style,
    };
    this.#decorate(node, event);
    return node;
  }

  #scalarRange(event: ScalarEvent, style: ScalarStyle): [number, number] {
    const from = Math.max(this.#end, event.anchorEnd, event.tagEnd);
    switch (style) {
      case "empty": {
        const at = from > this.#end ? from : this.#behindIndicator(from);
        return [at, at];
      }
      case "single":
      case "double":
        return [event.valueStart - 1, event.valueEnd + 1];
      case "literal":
      case "folded": {
        let start = from;
        while (start < event.valueStart && !/[|>]/.test(this.#text.charAt(start))) start++;
        let end = event.valueEnd;
        while (end > start + 1 && /\s/.test(this.#text.charAt(end - 1))) end--;
        return [start, end];
      }
      default:
        return [event.valueStart, event.valueEnd];
    }
  }

  /** Where a value that is not written would stand: behind the `:` or `-` that asks for it. */
  #behindIndicator(from: number): number {
    const open = this.#open.at(-1);
    const wanted = open?.key ? ":" : open?.node.type === "array" && !open.node.flow ? "-" : undefined;
    if (wanted === undefined) return from;
    const at = this.#skipBlanks(from);
    return this.#text.charAt(at) === wanted ? at + 1 : from;
  }

  #alias(nameStart: number, nameEnd: number): ScalarNode | ObjectNode | ArrayNode {
    const name = this.#text.slice(nameStart, nameEnd);
    const target = this.#anchors.get(name);
    const range = { offset: this.#base + nameStart - 1, length: nameEnd - nameStart + 1, alias: name };
    this.#end = nameEnd;
    if (!target || this.#open.some((open) => open.node === target)) {
      const message = target
        ? `The anchor "${name}" contains itself. Helm refuses this.`
        : `No anchor "&${name}" stands above this alias.`;
      this.problems.push({ offset: range.offset, length: range.length, message });
      return { ...range, type: "null", value: null, style: "plain" };
    }
    if (target.type === "object") {
      return { ...range, target, type: "object", flow: target.flow, properties: [], children: [] };
    }
    if (target.type === "array") {
      return { ...range, target, type: "array", flow: target.flow, items: [], children: [] };
    }
    return { ...scalarValue(target), ...range, target, style: target.style };
  }

  #decorate(node: ValueNode, properties: Properties): void {
    if (properties.tagStart >= 0) node.tag = this.#text.slice(properties.tagStart, properties.tagEnd);
    if (properties.anchorStart < 0) return;
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
      parent.properties.push(this.#property(parent, open.key, node));
      delete open.key;
    }
  }

  #property(parent: ObjectNode, keyNode: StringNode, valueNode: ValueNode): PropertyNode {
    const keyEnd = keyNode.offset + keyNode.length - this.#base;
    const colon = this.#skipBlanks(keyEnd);
    const colonOffset = this.#text.charAt(colon) === ":" ? colon : undefined;
    const end = Math.max(
      valueNode.offset + valueNode.length - this.#base,
      colonOffset === undefined ? keyEnd : colonOffset + 1,
    );
    const property: PropertyNode = {
      type: "property",
      offset: keyNode.offset,
      length: end - keyEnd + keyNode.length,
      parent,
      keyNode,
      valueNode,
      ...(colonOffset === undefined ? {} : { colonOffset: this.#base + colonOffset }),
      children: [keyNode, valueNode],
    };
    keyNode.parent = property;
    valueNode.parent = property;
    return property;
  }

  /** The key as Helm has it. sigs.k8s.io/yaml turns numbers and booleans into text; other keys keep their source. */
  #key(node: ValueNode): StringNode {
    if (node.type === "string") return node;
    const start = node.offset - this.#base;
    const value =
      node.type === "number" || node.type === "boolean"
        ? String(node.value)
        : this.#text.slice(start, start + node.length);
    return { type: "string", offset: node.offset, length: node.length, value, style: "plain" };
  }

  #skipBlanks(from: number): number {
    let at = from;
    for (; at < this.#text.length; at++) {
      const char = this.#text.charAt(at);
      if (char === "#" && at > 0 && /\s/.test(this.#text.charAt(at - 1))) at = this.#lineEnd(at);
      else if (!/\s/.test(char)) break;
    }
    return at;
  }

  #lineEnd(at: number): number {
    const end = this.#text.indexOf("\n", at);
    return end < 0 ? this.#text.length : end;
  }
}

function scalarValue(target: ScalarNode) {
  switch (target.type) {
    case "number":
      return { type: target.type, value: target.value, isInteger: target.isInteger };
    case "boolean":
      return { type: target.type, value: target.value };
    case "null":
      return { type: target.type, value: target.value } satisfies Pick<NullNode, "type" | "value">;
    case "string":
      return { type: target.type, value: target.value };
  }
}
