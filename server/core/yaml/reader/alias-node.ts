import type { ValueNode } from "../tree.ts";

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
