import { isMap, writeYaml, type YamlMap } from "./yaml.ts";

/** Metadata that the API server writes into objects and charts do not contain: it would show up in every comparison. */
const SERVER_METADATA = new Set([
  ...["creationTimestamp", "generation", "managedFields", "resourceVersion", "selfLink", "uid"],
]);

/** The keys that people look for first; the others follow in alphabetical order. */
const FIRST_KEYS = ["apiVersion", "kind", "metadata", "name", "namespace"];

/** An object as YAML with its keys in a fixed order and without what only a server writes, so that equal objects have equal texts. */
export function comparableYaml(object: unknown): string {
  return writeYaml(isMap(object) ? withoutServerFields(object) : object, {
    sortKeys: (a, b) => rank(a) - rank(b) || (a < b ? -1 : 1),
  });
}

function withoutServerFields({ status: _status, ...object }: YamlMap): YamlMap {
  const { metadata } = object as { metadata?: unknown };
  if (!isMap(metadata)) return object;
  const kept = Object.entries(metadata).filter(([key]) => !SERVER_METADATA.has(key));
  return { ...object, metadata: Object.fromEntries(kept) };
}

function rank(key: string): number {
  const place = FIRST_KEYS.indexOf(key);
  return place < 0 ? FIRST_KEYS.length : place;
}
