import { isRecord } from "./cluster-object.ts";

export type JsonRecord = Readonly<Record<string, unknown>>;

/** The mapping under a key; an empty one if there is none, because the API server omits empty mappings. */
export function recordAt(value: object, key: string): JsonRecord {
  const found = (value as JsonRecord)[key];
  return isRecord(found) ? found : {};
}

/** The mappings in the list under a key. */
export function listAt(value: object, key: string): readonly JsonRecord[] {
  const found = (value as JsonRecord)[key];
  return Array.isArray(found) ? found.filter(isRecord) : [];
}

/** The strings in the list under a key. */
export function textsAt(value: object, key: string): readonly string[] {
  const found = (value as JsonRecord)[key];
  return Array.isArray(found) ? found.filter((item) => typeof item === "string") : [];
}

/** The string under a key. */
export function textAt(value: object, key: string): string | undefined {
  const found = (value as JsonRecord)[key];
  return typeof found === "string" ? found : undefined;
}

/** The number under a key, or `absent` if there is none. */
export function numberAt(value: object, key: string, absent: number): number {
  const found = (value as JsonRecord)[key];
  return typeof found === "number" ? found : absent;
}

/** The labels or annotations under a key: strings by name. */
export function labelsAt(value: object, key: string): Readonly<Record<string, string>> {
  const entries = Object.entries(recordAt(value, key));
  return Object.fromEntries(
    entries.flatMap(([name, text]) => (typeof text === "string" ? [[name, text]] : [])),
  );
}
