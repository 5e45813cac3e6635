import type {
  ArrayNode,
  ObjectNode,
  PropertyNode,
  ScalarNode,
  ScalarStyle,
  StringNode,
  ValueNode,
  YamlNode,
} from "../tree.ts";
import type { ScalarValue } from "./scalars.ts";

/*
 * All nodes are created here, so that those of one type have the same shape: a long file has a hundred thousand of them,
 * and everything that looks at them is faster for it. The `children` of a node, which vscode-json-languageservice expects,
 * are not stored but made on first use.
 */

/** A mapping with the given properties, to which others can be added; its end is not known yet. */
export function objectNode(offset: number, flow: boolean, properties: PropertyNode[] = []): ObjectNode {
  const mapping = new Mapping(offset, flow, properties);
  adopt(mapping, properties);
  return mapping;
}

/** A list with the given items, to which others can be added; its end is not known yet. */
export function arrayNode(offset: number, flow: boolean, items: ValueNode[] = []): ArrayNode {
  const list = new List(offset, flow, items);
  adopt(list, items);
  return list;
}

/** Uses an index because an iterator would leave an object behind for each child. */
function adopt(parent: YamlNode, children: readonly YamlNode[]): void {
  for (let index = 0; index < children.length; index++) {
    const child = children[index];
    if (child) child.parent = parent;
  }
}

/** A string value, or a key. */
export function stringNode(value: string, offset: number, length: number, style: ScalarStyle): StringNode {
  return { type: "string", value, offset, length, style, parent: undefined };
}

/** A scalar as Helm reads it. */
export function scalarNode(
  scalar: ScalarValue,
  offset: number,
  length: number,
  style: ScalarStyle,
): ScalarNode {
  switch (scalar.type) {
    case "string":
      return stringNode(scalar.value, offset, length, style);
    case "number": {
      const { value, isInteger } = scalar;
      return { type: "number", value, isInteger, offset, length, style, parent: undefined };
    }
    case "boolean":
      return { type: "boolean", value: scalar.value, offset, length, style, parent: undefined };
    case "null":
      return { type: "null", value: null, offset, length, style, parent: undefined };
  }
}

/** Joins a value and a key that has a node of its own. `end` is the offset past the last character of both. */
export function propertyNode(
  keyNode: StringNode,
  valueNode: ValueNode,
  colonOffset: number | undefined,
  end: number,
): PropertyNode {
  const { value, offset } = keyNode;
  const property = new Property(value, offset, keyNode, valueNode, colonOffset, end);
  keyNode.parent = property;
  valueNode.parent = property;
  return property;
}

/** The same for a plain key directly before its colon. */
export function plainPropertyNode(
  key: string,
  offset: number,
  colonOffset: number,
  valueNode: ValueNode,
): PropertyNode {
  const end = valueNode.offset + valueNode.length;
  const property = new Property(key, offset, colonOffset, valueNode, colonOffset, end);
  valueNode.parent = property;
  return property;
}

class Mapping implements ObjectNode {
  readonly type = "object";
  readonly offset: number;
  length = 0;
  parent: YamlNode | undefined = undefined;
  readonly flow: boolean;
  readonly properties: PropertyNode[];

  constructor(offset: number, flow: boolean, properties: PropertyNode[]) {
    this.offset = offset;
    this.flow = flow;
    this.properties = properties;
  }

  get children(): PropertyNode[] {
    return this.properties;
  }
}

class List implements ArrayNode {
  readonly type = "array";
  readonly offset: number;
  length = 0;
  parent: YamlNode | undefined = undefined;
  readonly flow: boolean;
  readonly items: ValueNode[];

  constructor(offset: number, flow: boolean, items: ValueNode[]) {
    this.offset = offset;
    this.flow = flow;
    this.items = items;
  }

  get children(): ValueNode[] {
    return this.items;
  }
}

class Property implements PropertyNode {
  readonly type = "property";
  readonly offset: number;
  length: number;
  parent: YamlNode | undefined = undefined;
  readonly key: string;
  /** The node of the key or, for a plain key whose node was not used yet, the offset where the key ends. */
  #keyNodeOrEnd: StringNode | number;
  readonly valueNode: ValueNode;
  readonly colonOffset: number | undefined;

  constructor(
    key: string,
    offset: number,
    keyNodeOrEnd: StringNode | number,
    valueNode: ValueNode,
    colonOffset: number | undefined,
    end: number,
  ) {
    this.offset = offset;
    this.length = end - offset;
    this.key = key;
    this.#keyNodeOrEnd = keyNodeOrEnd;
    this.valueNode = valueNode;
    this.colonOffset = colonOffset;
  }

  get keyNode(): StringNode {
    if (typeof this.#keyNodeOrEnd === "number") {
      const { key, offset } = this;
      this.#keyNodeOrEnd = stringNode(key, offset, this.#keyNodeOrEnd - offset, "plain");
      this.#keyNodeOrEnd.parent = this;
    }
    return this.#keyNodeOrEnd;
  }

  get children(): YamlNode[] {
    return [this.keyNode, this.valueNode];
  }
}

/** The range of an alias, and the name of its anchor. */
interface AliasRange {
  readonly offset: number;
  readonly length: number;
  readonly alias: string;
  readonly parent: undefined;
}

/** The node of an alias: it has its target's type and scalar value, but no children. Null if there is no target. */
export function aliasNode(range: AliasRange, target: ValueNode | undefined): ValueNode {
  switch (target?.type) {
    case undefined:
      return { ...range, type: "null", value: null, style: "plain" };
    case "object":
      return { ...range, target, type: "object", flow: target.flow, properties: [], children: [] };
    case "array":
      return { ...range, target, type: "array", flow: target.flow, items: [], children: [] };
    case "number": {
      const { type, value, isInteger, style } = target;
      return { ...range, target, type, value, isInteger, style };
    }
    case "boolean":
      return { ...range, target, type: target.type, value: target.value, style: target.style };
    case "null":
      return { ...range, target, type: target.type, value: target.value, style: target.style };
    case "string":
      return { ...range, target, type: target.type, value: target.value, style: target.style };
  }
}
