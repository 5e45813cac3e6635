/** True if two values of JSON are the same; the order of keys does not matter. */
export function isSameJson(value: unknown, other: unknown): boolean {
  return jsonText(value) === jsonText(other);
}

/** A value of JSON as text with its keys in order, so that values that are the same have the same text. */
function jsonText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonText).join()}]`;
  if (!isMapping(value)) return JSON.stringify(value) ?? "";
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, child]) => `${JSON.stringify(key)}:${jsonText(child)}`).join()}}`;
}

/** True if a value of JSON is a mapping. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True if a value of JSON is a mapping with a key. */
export function isFilled(value: unknown): value is Readonly<Record<string, unknown>> {
  return isMapping(value) && Object.keys(value).length > 0;
}
