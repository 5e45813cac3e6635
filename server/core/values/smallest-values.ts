import { isSameJson } from "../chart/same-json.ts";
import { coalesce } from "./charts-below.ts";
import { emptyMap, type HelmMap, type HelmNode, isNull, toJson } from "./helm-tree.ts";
import { type Chart, copy } from "./merge.ts";
import type { HelmMajor } from "./refusal.ts";

/**
 * The fewest of some values that have the same effect over the chart's defaults: values equal to a default are left out, and a null that
 * removes a default stays. Never changes the effective values.
 */
export function smallestValues(given: HelmMap, chart: Chart, helm: HelmMajor): HelmMap {
  const effective = (values: HelmMap): HelmMap => {
    const all = copy(values);
    coalesce(all, chart, helm);
    return all;
  };
  const wanted = toJson(effective(given));
  const whole = chart.dependencies.length === 0 ? [] : [effective(emptyMap(given.origin))];
  // Charts below can make a default out of another value, so each try is checked.
  return (
    [...whole, chart.defaults]
      .map((defaults) => without(given, defaults, helm === 4, helm))
      .find((values) => isSameJson(toJson(effective(values)), wanted)) ?? given
  );
}

/** The values without those equal to a default. With `dropsNull`, a null over a default of null is left out, too. */
function without(values: HelmMap, defaults: HelmMap, dropsNull: boolean, helm: HelmMajor): HelmMap {
  const left = emptyMap(values.origin);
  for (const [key, node] of values.entries) {
    const fallback = defaults.entries.get(key);
    const kept = fallback === undefined ? node : rest(node, fallback, dropsNull, helm);
    if (kept) left.entries.set(key, kept);
  }
  return left;
}

/** The part of a value that differs from a default; `undefined` if nothing does. */
function rest(node: HelmNode, fallback: HelmNode, dropsNull: boolean, helm: HelmMajor): HelmNode | undefined {
  if (node.type === "map" && fallback.type === "map") {
    const below = without(node, fallback, helm === 3, helm);
    return below.entries.size === 0 ? undefined : below;
  }
  if (isNull(node)) return isNull(fallback) && dropsNull ? undefined : node;
  return isSameJson(toJson(node), toJson(fallback)) ? undefined : node;
}
