import { findProperty, resolveAlias } from "../yaml/lookup.ts";
import type { PropertyNode, ValueNode } from "../yaml/tree.ts";

/** A value, the key that holds it, and its path. */
export interface FoundValue {
  readonly node: ValueNode | undefined;
  readonly path: string;
  readonly property?: PropertyNode;
}

/** The values at a dotted path below a place; a star stands for each item of a list, and for each value of a mapping. */
export function foundAt(from: FoundValue, path: string): readonly FoundValue[] {
  let found: readonly FoundValue[] = [from];
  for (const step of path === "" ? [] : path.split(".")) found = found.flatMap((place) => below(place, step));
  return found;
}

function below({ node, path, property }: FoundValue, step: string): readonly FoundValue[] {
  const value = node && resolveAlias(node);
  if (step === "*") {
    if (value?.type === "object")
      return value.properties.map((inner) => ({
        node: inner.valueNode,
        path: path === "" ? inner.key : `${path}.${inner.key}`,
        property: inner,
      }));
    if (value?.type !== "array") return [];
    return value.items.map((item, index) => ({
      node: item,
      path: `${path}[${index}]`,
      property,
    }));
  }
  const next = findProperty(value, step);
  return next ? [{ node: next.valueNode, path: path === "" ? step : `${path}.${step}`, property: next }] : [];
}

/** The first text at one of some paths. */
export function first(
  paths: readonly string[] = [],
  scope: FoundValue,
  top: FoundValue,
): (FoundValue & { readonly text: string }) | undefined {
  for (const path of paths) {
    const [found] = path.startsWith("/") ? foundAt(top, path.slice(1)) : foundAt(scope, path);
    const { node } = found ?? {};
    if (found && node?.type === "string" && node.value.trim() !== "")
      return { ...found, text: node.value.trim() };
  }
  return undefined;
}

/** The value of a key, if it is a text. */
export function textAt(node: ValueNode | undefined, key: string): string | undefined {
  const value = findProperty(node, key)?.valueNode;
  return value?.type === "string" ? value.value : undefined;
}
