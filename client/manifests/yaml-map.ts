/** A mapping of a YAML document. */
export type YamlMap = Readonly<Record<string, unknown>>;

/** Whether a value is a mapping, and not a list. */
export function isMap(value: unknown): value is YamlMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value as a mapping; an empty one where it is none. */
export function mapOf(value: unknown): YamlMap {
  return isMap(value) ? value : {};
}
