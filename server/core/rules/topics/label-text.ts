import type { SchemaNode } from "../../schema/model.ts";

/** The part of a label or an annotation that a text is. */
export type LabelText = "annotation-value" | "label-key" | "label-value";

/** The schemas of a value (or of a group of values) and of its container. */
interface Described {
  readonly schemas: readonly SchemaNode[];
  readonly parent: { readonly schemas: readonly SchemaNode[] } | undefined;
}

/** The part of a label or an annotation that a value is, or the values of a group are; `undefined` for other values. */
export function labelText({ schemas, parent }: Described): LabelText | undefined {
  const direct = schemas[0]?.annotations.meaning;
  if (direct === "label-key") return "label-key";
  if (direct === "label-value") return "label-value";
  const meaning = parent?.schemas[0]?.annotations.meaning;
  if (meaning === "labels") return "label-value";
  return meaning === "annotations" ? "annotation-value" : undefined;
}
