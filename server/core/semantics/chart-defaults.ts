import type { SchemaModel, SchemaNode } from "../schema/model.ts";
import { opensLevel } from "../schema/render-defaults.ts";
import { emptyMap, fromJson, type HelmMap, type Origin } from "../values/helm-tree.ts";

/** The documented defaults as the chart's values. Keys whose default the schema gives only in words are missing. */
export function chartDefaults(model: SchemaModel, chart: string): HelmMap {
  return levelDefaults(model.root, { kind: "chart-default", chart });
}

function levelDefaults(node: SchemaNode, origin: Origin): HelmMap {
  const map = emptyMap(origin);
  for (const [key, child] of node.properties) {
    if (opensLevel(child)) map.entries.set(key, levelDefaults(child, origin));
    else if (child.hasDefault) map.entries.set(key, fromJson(child.default, origin));
  }
  return map;
}
