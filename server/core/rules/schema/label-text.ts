import type { Place } from "../engine/rule.ts";

/** Which part of a label or an annotation a text is. */
export type LabelText = "an annotation value" | "a label key" | "a label value";

/** Which part of a label or an annotation the value at a place is, if any. */
export function labelText(place: Place): LabelText | undefined {
  const own = place.schemas[0]?.annotations.meaning;
  if (own === "label-key") return "a label key";
  if (own === "label-value") return "a label value";
  const meaning = place.parent?.schemas[0]?.annotations.meaning;
  if (meaning === "labels") return "a label value";
  return meaning === "annotations" ? "an annotation value" : undefined;
}

/** Whether a label or an annotation needs text at this place, but a number or a boolean is there. */
export function isUnquotedLabelText(place: Place): boolean {
  const { type } = place.node;
  return (type === "number" || type === "boolean") && labelText(place) !== undefined;
}
