import type { Edit, Fix } from "./rule.ts";

/** A fix with these edits; none if there are none, because it cannot be written. */
export function fixWith(
  title: string,
  edits: readonly Edit[],
  how: Omit<Fix, "title" | "edits"> = {},
): Fix[] {
  return edits.length === 0 ? [] : [{ title, edits, ...how }];
}
