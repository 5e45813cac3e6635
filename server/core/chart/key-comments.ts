import type { ObjectNode, PropertyNode } from "../yaml/tree.ts";
import type { KeyComment } from "./chart.ts";

export function keyComments(_text: string, _root: ObjectNode): ReadonlyMap<PropertyNode, KeyComment> {
  return new Map();
}
