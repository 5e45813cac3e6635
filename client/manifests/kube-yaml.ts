import { dump } from "js-yaml";
import { isMap, type YamlMap } from "./yaml-map.ts";

/** What the API server writes into objects and charts do not say: it would be a difference in every comparison. */
const SERVER_METADATA = new Set([
  ...["creationTimestamp", "generation", "managedFields", "resourceVersion", "selfLink", "uid"],
]);

/** The keys that people look for first; others follow by the alphabet. */
const FIRST_KEYS = ["apiVersion", "kind", "metadata", "name", "namespace"];

/** An object as YAML in a fixed order of keys, without what only a server writes, so that equal objects are equal texts. */
export function comparableYaml(object: unknown): string {
  return dump(isMap(object) ? withoutServerFields(object) : object, {
    noRefs: true,
    lineWidth: -1,
    sortKeys: (one: string, other: string) => rank(one) - rank(other) || (one < other ? -1 : 1),
  });
}

/** An object as YAML with its keys as they came. */
export function plainYaml(object: unknown): string {
  return dump(object, { noRefs: true, lineWidth: -1 });
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
