import type { Place } from "../engine/rule.ts";

/** What a text is of a label or an annotation. */
export type LabelText = "an annotation value" | "a label key" | "a label value";

/** What the value at a place is of a label or an annotation, if anything. */
export function labelText(place: Place): LabelText | undefined {
  const own = place.schemas[0]?.annotations.meaning;
  if (own === "label-key") return "a label key";
  if (own === "label-value") return "a label value";
  const meaning = place.parent?.schemas[0]?.annotations.meaning;
  if (meaning === "labels") return "a label value";
  return meaning === "annotations" ? "an annotation value" : undefined;
}

/** Whether a place wants the text of a label or an annotation and has a number or a boolean. */
export function isUnquotedLabelText(place: Place): boolean {
  const { type } = place.node;
  return (type === "number" || type === "boolean") && labelText(place) !== undefined;
}
