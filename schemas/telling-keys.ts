import type { VocabularyName } from "../server/core/chart/chart.ts";
import type { TellingKey, TellingKeys } from "../server/core/ownership/chart-words.ts";
import type { SchemaNode } from "../server/core/schema/model.ts";

/**
 * The keys and words in which two schemas of the same values differ. Types of Kubernetes are the same in both. Labels do not
 * count: they are those of the cluster, whatever the defaults of a chart are.
 */
export function tellingKeys(specification: SchemaNode, published: SchemaNode): TellingKeys {
  const telling: Record<string, TellingKey> = {};
  for (const [key, node] of specification.properties) {
    const other = published.properties.get(key);
    if (!other) telling[key.toLowerCase()] = { only: "specification" };
    else if (!node.shared) {
      const values = {
        ...onlyAllowed(node, other, "specification"),
        ...onlyAllowed(other, node, "published"),
      };
      const below = tellingKeys(node, other);
      if (Object.keys(values).length > 0 || Object.keys(below).length > 0) {
        telling[key.toLowerCase()] = { values, below };
      }
    }
  }
  for (const key of published.properties.keys()) {
    if (!specification.properties.has(key)) {
      telling[key.toLowerCase()] = { only: "published" };
    }
  }
  return telling;
}

function onlyAllowed(
  node: SchemaNode,
  other: SchemaNode,
  vocabulary: VocabularyName,
): Record<string, VocabularyName> {
  const only = (node.allowed ?? []).filter((value) => !other.allowed?.includes(value));
  return Object.fromEntries(only.map((value) => [String(value).toLowerCase(), vocabulary]));
}
