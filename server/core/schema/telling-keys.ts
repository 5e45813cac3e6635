import type { VocabularyName } from "../chart/chart.ts";
import type { TellingKey, TellingKeys } from "../ownership/chart-words.ts";
import type { SchemaNode } from "./model.ts";

/**
 * Where two schemas of the same values differ in their words. What is below the types of Kubernetes is the same in both. A key that
 * the specification has under another component tells nothing: it may be in the wrong place.
 */
export function tellingKeys(
  specification: SchemaNode,
  published: SchemaNode,
  inComponents: ReadonlySet<string> = new Set(),
): TellingKeys {
  const components = [...specification.properties.values()].filter(isComponent);
  const ofComponents = new Set(components.flatMap(({ properties }) => [...properties.keys()]));
  const telling = new Map<string, TellingKey>();
  for (const [key, node] of specification.properties) {
    const other = published.properties.get(key);
    if (!other) telling.set(key.toLowerCase(), onlyIn("specification"));
    else if (!node.shared) {
      const values = new Map([
        ...onlyAllowed(node, other, "specification"),
        ...onlyAllowed(other, node, "published"),
      ]);
      const below = tellingKeys(node, other, isComponent(node) ? ofComponents : undefined);
      if (values.size > 0 || below.size > 0) telling.set(key.toLowerCase(), { values, below });
    }
  }
  for (const key of published.properties.keys()) {
    if (!specification.properties.has(key) && !inComponents.has(key))
      telling.set(key.toLowerCase(), onlyIn("published"));
  }
  return telling;
}

function isComponent({ annotations }: SchemaNode): boolean {
  return annotations.meaning === "component";
}

function onlyIn(only: VocabularyName): TellingKey {
  return { only, values: new Map(), below: new Map() };
}

function onlyAllowed(
  node: SchemaNode,
  other: SchemaNode,
  vocabulary: VocabularyName,
): [string, VocabularyName][] {
  return (node.allowed ?? [])
    .filter((value) => !other.allowed?.includes(value))
    .map((value) => [String(value).toLowerCase(), vocabulary]);
}
