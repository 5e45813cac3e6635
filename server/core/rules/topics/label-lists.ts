import type { SchemaModel, SchemaNode } from "../../schema/model.ts";
import { keysOf } from "../../schema/schema-keys.ts";
import { findProperty } from "../../yaml/lookup.ts";
import { memo } from "../../yaml/memo.ts";
import type { ArrayNode, ObjectNode, Path, StringNode } from "../../yaml/tree.ts";

/** A complete entry of a list of labels. */
export interface LabelEntry {
  readonly item: ObjectNode;
  readonly name: StringNode;
  readonly value: string;
}

/** The entries of a list of labels whose key and value are both texts. */
export function labelEntries(list: ArrayNode, schema: SchemaNode): LabelEntry[] {
  const [nameKey = "", valueKey = ""] = schema.items?.required ?? [];
  return list.items.flatMap((item): LabelEntry[] => {
    if (item.type !== "object" || item.alias) return [];
    const name = findProperty(item, nameKey)?.valueNode;
    const value = findProperty(item, valueKey)?.valueNode;
    if (name?.type !== "string" || value?.type !== "string") return [];
    return [{ item, name, value: value.value }];
  });
}

/** The labels of the manager's default resource, by their keys. */
export function defaultLabels({ default: entries, items }: SchemaNode): Map<string, string> {
  const [nameKey = "", valueKey = ""] = items?.required ?? [];
  const list: readonly Record<string, unknown>[] = Array.isArray(entries) ? entries : [];
  return new Map(list.map((entry) => [String(entry[nameKey]), String(entry[valueKey])]));
}

/** The path of the list of labels in the schema. */
export const labelListPath = memo(
  (model: SchemaModel): Path | undefined =>
    keysOf(model).find(({ schema }) => schema.annotations.meaning === "label-list")?.path,
);
