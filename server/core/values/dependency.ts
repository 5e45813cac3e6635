import type { Umbrella } from "../chart/chart.ts";
import { type Switch, switchedOff } from "./charts-below.ts";
import { type Effective, effectiveValues, type RefusedSource, type Stack } from "./effective.ts";
import { emptyMap } from "./helm-tree.ts";
import { readValues } from "./helm-value.ts";

/** What a dependency of a chart is installed with. */
export interface DependencyValues extends Effective {
  /** The value that switches the dependency off, so that nothing of it is installed. */
  readonly switchedOff?: Switch;
}

/**
 * The values that the templates of a dependency see. Of a stack for the chart around it, `chart` is the dependency; the first file is
 * the `values.yaml` of the chart around it if `hasOwn` says so: it counts as defaults of that chart, over those of the dependency. What else that chart brings
 * along does not matter here, but by what it says about conditions. https://helm.sh/docs/chart_template_guide/subcharts_and_globals/
 */
export function dependencyValues(
  stack: Stack,
  { name, key, dependency }: Umbrella,
  hasOwn: boolean,
): DependencyValues {
  const { helm, chart, files } = stack;
  const [first, ...others] = files;
  const own = hasOwn ? first : undefined;
  const read = own && readValues(own.file, helm, (value, at) => ({ ...ownOrigin(own.name, value), key: at }));
  const refused: RefusedSource[] = read?.refusal ? [{ kind: "file", file: 0, refusal: read.refusal }] : [];
  const all = effectiveValues({
    ...stack,
    // What is at the place of the first file has been read already; the numbers of the others stay.
    files: own ? [{ ...own, file: { text: "", documents: [], problems: [] } }, ...others] : files,
    chart: {
      name,
      defaults: read?.values ?? emptyMap({ kind: "chart-default", chart: name }),
      dependencies: [{ ...chart, name: key, ...(key !== dependency.name && { packedAs: dependency.name }) }],
    },
  });
  const below = all.values.entries.get(key);
  const global = below?.type === "map" ? below.entries.get("global") : undefined;
  // Helm gives every dependency this mapping, even if none is written.
  if (global?.type === "map" && global.entries.size === 0) global.origin = chart.defaults.origin;
  const off = switchedOff(all.values, dependency);
  return {
    values: below?.type === "map" ? below : emptyMap(chart.defaults.origin),
    refused: [...refused, ...all.refused],
    conflicts: all.conflicts.flatMap((one) =>
      one.path[0] === key && one.path.length > 1 ? [{ ...one, path: one.path.slice(1) }] : [],
    ),
    off: all.off.flatMap((one) => (one.at[0] === key ? [{ ...one, at: one.at.slice(1) }] : [])),
    switchedOff: off,
  };
}

function ownOrigin(name: string, value: { readonly offset: number; readonly length: number }) {
  return { kind: "file", file: 0, name, value } as const;
}
