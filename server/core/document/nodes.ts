import type { ScalarValue } from "./scalars.ts";
import type {
  ArrayNode,
  ObjectNode,
  PropertyNode,
  ScalarNode,
  ScalarStyle,
  StringNode,
  ValueNode,
  YamlNode,
} from "./tree.ts";

/*
 * Whoever reads a text makes its nodes here, so that all nodes of a type have one shape: a long file has a hundred
 * thousand of them, and everything that looks at them is faster for it. What JSON calls the children of a node is not
 * kept but made when somebody asks, which nobody of ours does.
 */

/** A mapping without properties, whose end is not known yet. */
export function objectNode(offset: number, flow: boolean): ObjectNode {
  return new Mapping(offset, flow);
}

/** A list without items, whose end is not known yet. */
export function arrayNode(offset: number, flow: boolean): ArrayNode {
  return new List(offset, flow);
}

/** A text, or a key. */
export function stringNode(value: string, offset: number, length: number, style: ScalarStyle): StringNode {
  return { type: "string", value, offset, length, style, parent: undefined };
}

/** A single value as Helm reads it. */
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

/** Puts a key and its value together and adds them to a mapping. `end` is behind the last character of the two. */
export function addProperty(
  parent: ObjectNode,
  keyNode: StringNode,
  valueNode: ValueNode,
  colonOffset: number | undefined,
  end: number,
): PropertyNode {
  const property = new Property(parent, keyNode, valueNode, colonOffset, end);
  keyNode.parent = property;
  valueNode.parent = property;
  parent.properties.push(property);
  return property;
}

class Mapping implements ObjectNode {
  readonly type = "object";
  readonly offset: number;
  length = 0;
  parent: YamlNode | undefined = undefined;
  readonly flow: boolean;
  readonly properties: PropertyNode[] = [];

  constructor(offset: number, flow: boolean) {
    this.offset = offset;
    this.flow = flow;
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
  readonly items: ValueNode[] = [];

  constructor(offset: number, flow: boolean) {
    this.offset = offset;
    this.flow = flow;
  }

  get children(): ValueNode[] {
    return this.items;
  }
}

class Property implements PropertyNode {
  readonly type = "property";
  readonly offset: number;
  length: number;
  parent: YamlNode | undefined;
  readonly keyNode: StringNode;
  readonly valueNode: ValueNode;
  readonly colonOffset: number | undefined;

  constructor(
    parent: ObjectNode,
    keyNode: StringNode,
    valueNode: ValueNode,
    colonOffset: number | undefined,
    end: number,
  ) {
    this.offset = keyNode.offset;
    this.length = end - keyNode.offset;
    this.parent = parent;
    this.keyNode = keyNode;
    this.valueNode = valueNode;
    this.colonOffset = colonOffset;
  }

  get children(): YamlNode[] {
    return [this.keyNode, this.valueNode];
  }
}
