import { type ReadChart, VALUES_FILE } from "../chart/chart.ts";
import type { Subchart } from "../chart/subchart.ts";
import { opensLevel, type SchemaModel, type SchemaNode } from "../schema/model.ts";
import type { Schemas } from "../schema/schemas.ts";
import { effectiveValues } from "../values/effective.ts";
import { emptyMap, fromJson, type HelmMap, type Origin } from "../values/helm-tree.ts";
import { readValues } from "../values/helm-value.ts";
import type { Chart, Dependency } from "../values/merge.ts";
import { DEFAULT_HELM } from "../values/release-stack.ts";
import { memo } from "../yaml/memo.ts";
import type { YamlFile } from "../yaml/tree.ts";
import { addressIn } from "./chart-places.ts";

/** The name of the chart in messages of Helm about shapes. */
const CHART = "cap-operator";

/**
 * The chart as Helm merges its values: its own, as Helm reads its `values.yaml` if it is a local chart, else as they are documented, and
 * those of the charts below it. While it is not decided which chart that is, the likeliest.
 */
export const chartOf: (schemas: Schemas) => Chart = memo((schemas: Schemas): Chart => {
  const { name, atHand, candidates } = schemas.chart;
  if (candidates) return { ...chartOf(candidates[0]), name };
  const { reads } = atHand ?? {};
  const charts = atHand && reads !== "pending" ? (reads?.charts ?? []) : [];
  return {
    name: atHand?.name ?? name,
    defaults:
      (atHand?.values && valuesOf(atHand, atHand.name, VALUES_FILE, atHand.values)) ??
      documentedDefaults(schemas.model("values")),
    dependencies: charts.flatMap((chart) => (atHand ? dependencyOf(atHand, chart) : [])),
  };
});

/** The chart's defaults, with those of its dependencies. */
export const defaultsOf: (schemas: Schemas) => HelmMap = memo((schemas: Schemas): HelmMap => {
  const chart = chartOf(schemas);
  if (chart.dependencies.length === 0) return chart.defaults;
  return effectiveValues({ helm: DEFAULT_HELM, chart, files: [], sets: [] }).values;
});

function dependencyOf(
  outer: ReadChart,
  { name, key, condition, tags, imports, isListed, values, below }: Subchart,
): Dependency {
  const read = values && valuesOf(outer, name, values.name, values.file);
  return {
    name: key,
    ...(key !== name && { packedAs: name }),
    ...(condition !== "" && { condition }),
    tags,
    imports,
    isUnlisted: !isListed,
    defaults: read ?? emptyMap({ kind: "chart-default", chart: name }),
    dependencies: below.map((chart) => dependencyOf(outer, chart)),
  };
}

/** The values in a file of a chart; `undefined` if Helm refuses it. */
function valuesOf(outer: ReadChart, chart: string, name: string, file: YamlFile): HelmMap | undefined {
  const uri = addressIn(outer, name);
  const source = uri === undefined ? undefined : { uri, file };
  return readValues(file, DEFAULT_HELM, (value, key) => ({
    kind: "chart-default",
    chart,
    value,
    key,
    source,
    ...(name !== VALUES_FILE && { isBelow: true }),
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
