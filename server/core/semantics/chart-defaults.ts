import { type ReadChart, VALUES_FILE } from "../chart/chart.ts";
import type { SchemaModel, SchemaNode } from "../schema/model.ts";
import { opensLevel } from "../schema/render-defaults.ts";
import type { Schemas } from "../schema/schemas.ts";
import { emptyMap, fromJson, type HelmMap, type Origin } from "../values/helm-tree.ts";
import { readValues } from "../values/helm-value.ts";
import { DEFAULT_HELM } from "../values/release-stack.ts";
import { memo } from "../yaml/memo.ts";

/** How Helm calls the chart in what it says about shapes. */
const CHART = "cap-operator";

/**
 * The chart's own values: as Helm reads its `values.yaml` where that is at hand, else as they are documented. While it is not decided
 * which chart that is, those of the likeliest.
 */
export const defaultsOf: (schemas: Schemas) => HelmMap = memo((schemas: Schemas): HelmMap => {
  const { atHand, candidates } = schemas.chart;
  if (candidates) return defaultsOf(candidates[0]);
  return (atHand && defaultsInFile(atHand)) ?? documentedDefaults(schemas.model("values"));
});

/** `undefined` if Helm refuses the file. */
function defaultsInFile({ name, uri, values: file }: ReadChart): HelmMap | undefined {
  if (file === undefined) return undefined;
  const source = uri === "" ? undefined : { uri: `${uri}/${VALUES_FILE}`, file };
  return readValues(file, DEFAULT_HELM, (value, key) => ({
    kind: "chart-default",
    chart: name,
    value,
    ...(key && { key }),
    ...(source && { source }),
  })).values;
}

/** The documented defaults as the chart's values. Keys whose default the schema gives only in words are missing. */
export function documentedDefaults(model: SchemaModel): HelmMap {
  return levelDefaults(model.root, { kind: "chart-default", chart: CHART });
}

function levelDefaults(node: SchemaNode, origin: Origin): HelmMap {
  const map = emptyMap(origin);
  for (const [key, child] of node.properties) {
    if (opensLevel(child)) map.entries.set(key, levelDefaults(child, origin));
    else if (child.hasDefault) map.entries.set(key, fromJson(child.default, origin));
  }
  return map;
}
