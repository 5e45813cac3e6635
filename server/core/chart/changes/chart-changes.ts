/** A key of a chart, from the top of its values. */
export type KeyPath = readonly string[];

/**
 * How a new name is known: by the words of the two charts, because both charts say that the one went in the version in which the
 * other came, or because the two hold the same.
 */
export type RenameReason = "words" | "history" | "shape";

/** What kind of value a default is, as JSON has it. */
export type ValueType = "mapping" | "list" | "string" | "number" | "boolean" | "null";

/** A key that the later chart has and the earlier one has not; with all that is below it. */
export interface Added {
  readonly kind: "added";
  readonly path: KeyPath;
  /** Absent if nothing is known of it. */
  readonly default?: unknown;
}

/** A key that the later chart has no more; with all that is below it. */
export interface Removed {
  readonly kind: "removed";
  readonly path: KeyPath;
  readonly default?: unknown;
}

/** A key with another name in the same mapping (`renamed`), or in another place (`moved`); with all that is below it. */
export interface Renamed {
  readonly kind: "renamed" | "moved";
  readonly from: KeyPath;
  readonly to: KeyPath;
  readonly because: RenameReason;
}

/** A key whose value belongs to several keys now. */
export interface Split {
  readonly kind: "split";
  readonly from: KeyPath;
  readonly to: readonly KeyPath[];
}

/** A key whose default is another one; its path is that of the later chart. */
export interface DefaultChanged {
  readonly kind: "defaultChanged";
  readonly path: KeyPath;
  readonly from: unknown;
  readonly to: unknown;
  /** Set if the two charts only have different words for it. */
  readonly inOtherWords?: true;
}

/** A key whose default is a value of another kind, such as a number in place of a string; its path is that of the later chart. */
export interface TypeChanged {
  readonly kind: "typeChanged";
  readonly path: KeyPath;
  readonly from: unknown;
  readonly to: unknown;
  readonly types: readonly [ValueType, ValueType];
}

/** One difference between two charts. */
export type ChartChange = Added | Removed | Renamed | Split | DefaultChanged | TypeChanged;

/** What kind of value a default is; `undefined` if nothing is known of it. */
export function typeOf(value: unknown): ValueType | undefined {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  if (typeof value === "object") return "mapping";
  if (typeof value === "string") return "string";
  if (typeof value === "number") return "number";
  return typeof value === "boolean" ? "boolean" : undefined;
}

/** Whether two values of JSON are the same; the order of keys does not matter. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return jsonText(one) === jsonText(other);
}

/** A value of JSON as text with its keys in order, so that values that are the same have the same text. */
export function jsonText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonText).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, child]) => `${JSON.stringify(key)}:${jsonText(child)}`).join()}}`;
}
