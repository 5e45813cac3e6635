import { type DocumentSymbol, SymbolKind } from "vscode-languageserver-types";
import type { Analysis } from "../semantics/analysis.ts";
import type { PropertyNode, ValueNode } from "../yaml/tree.ts";

/** The largest number of symbols: more do not help and slow editors down. */
const MOST_SYMBOLS = 5000;

/** The keys of a text as an outline; a file with several documents shows each one with values or with the operator resource. */
export function symbols(analysis: Analysis): DocumentSymbol[] {
  const budget = { left: MOST_SYMBOLS };
  return analysis.roots.flatMap(({ document, node }) => {
    if (document.key) return propertySymbols(analysis, [document.key], budget);
    return node ? childSymbols(analysis, node, budget) : [];
  });
}

function propertySymbols(
  analysis: Analysis,
  properties: readonly PropertyNode[],
  budget: { left: number },
): DocumentSymbol[] {
  const found: DocumentSymbol[] = [];
  for (const { key, keyNode, valueNode, offset, length } of properties) {
    if (budget.left-- <= 0) break;
    const selection = { start: keyNode.offset, end: keyNode.offset + keyNode.length };
    const name = key.trim() === "" ? '""' : key;
    found.push(symbol(analysis, name, valueNode, { start: offset, end: offset + length }, selection, budget));
  }
  return found;
}

function childSymbols(analysis: Analysis, node: ValueNode, budget: { left: number }): DocumentSymbol[] {
  if (node.type === "object") return propertySymbols(analysis, node.properties, budget);
  const found: DocumentSymbol[] = [];
  if (node.type === "array") {
    for (const [index, item] of node.items.entries()) {
      if (budget.left-- <= 0) break;
      const range = { start: item.offset, end: item.offset + item.length };
      found.push(symbol(analysis, itemName(item) ?? String(index), item, range, range, budget));
    }
  }
  return found;
}

function symbol(
  analysis: Analysis,
  name: string,
  value: ValueNode,
  range: { start: number; end: number },
  selection: { start: number; end: number },
  budget: { left: number },
): DocumentSymbol {
  const children = childSymbols(analysis, value, budget);
  const text = "value" in value && value.value !== null ? String(value.value) : "";
  const [line = ""] = text.split("\n");
  return {
    name,
    kind: kindOf(value),
    range: analysis.range(range.start, range.end),
    selectionRange: analysis.range(selection.start, selection.end),
    ...(line === "" ? {} : { detail: line.slice(0, 80) }),
    ...(children.length > 0 ? { children } : {}),
  };
}

/** Items of Kubernetes lists mostly have a name, which is more use than their index. */
function itemName(item: ValueNode): string | undefined {
  if (item.type !== "object")
    return "value" in item && item.value !== null ? String(item.value) || undefined : undefined;
  const name = item.properties.find((property) => property.key === "name")?.valueNode;
  return name?.type === "string" && name.value !== "" ? name.value : undefined;
}

function kindOf(value: ValueNode): SymbolKind {
  switch (value.type) {
    case "object":
      return SymbolKind.Module;
    case "array":
      return SymbolKind.Array;
    case "string":
      return SymbolKind.String;
    case "number":
      return SymbolKind.Number;
    case "boolean":
      return SymbolKind.Boolean;
    case "null":
      return SymbolKind.Null;
  }
}
