import type { Chart, ChartKey } from "../chart/chart.ts";
import { memo } from "../yaml/memo.ts";
import { opensLevel, type SchemaModel, type SchemaNode } from "./model.ts";
import type { Schemas } from "./schemas.ts";

/**
 * The chart that schemas describe: its keys and defaults, as far as they are known. A free mapping, such as labels, and a type of Kubernetes
 * are one key; their content is the user's.
 */
export const chartIn = memo(
  (schemas: Schemas): Pick<Chart, "keys"> => ({
    keys: keysIn(schemas.model("values")),
  }),
);

/** The number of a chart's keys; a mapping of keys of the chart counts as these. */
export const keyCount = memo((schemas: Schemas): number => leafCount(chartIn(schemas).keys));

function leafCount(keys: ReadonlyMap<string, ChartKey>): number {
  return [...keys.values()].reduce((sum, key) => sum + (key.keys ? leafCount(key.keys) : 1), 0);
}

function keysIn({ root }: SchemaModel): ReadonlyMap<string, ChartKey> {
  return new Map(
    // Helm itself has keys in which anything is allowed (`global`); no chart declares them.
    [...root.properties]
      .filter(([, child]) => !child.annotations.open)
      .map(([key, child]) => [key, chartKeyOf(child)]),
  );
}

function chartKeyOf(node: SchemaNode): ChartKey {
  if (opensLevel(node) && !node.additional) {
    return { keys: new Map([...node.properties].map(([key, child]) => [key, chartKeyOf(child)])) };
  }
  const { since, removed } = node.annotations;
  return {
    ...(node.hasDefault && { default: node.default }),
    ...(since !== undefined && { since }),
    ...(removed !== undefined && { removed }),
  };
}
