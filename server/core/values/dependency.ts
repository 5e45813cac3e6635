import type { Umbrella } from "../chart/chart.ts";
import { type Switch, switchedOff } from "./charts-below.ts";
import { type Effective, effectiveValues, type RefusedSource, type Stack } from "./effective.ts";
import { emptyMap } from "./helm-tree.ts";
import { readValues } from "./helm-value.ts";

/** The values that a dependency of a chart is installed with. */
export interface DependencyValues extends Effective {
  /** The value that switches the dependency off, so that nothing of it is installed. */
  readonly switchedOff?: Switch;
}

/**
 * The values that the templates of a dependency see. In a stack for the umbrella chart, `chart` is the dependency. With `hasOwn`, the first
 * file is the `values.yaml` of the umbrella chart, whose values count as its defaults, over those of the dependency. Of other keys of the
 * umbrella chart, only conditions and tags matter. https://helm.sh/docs/chart_template_guide/subcharts_and_globals/
 */
export function dependencyValues(
  stack: Stack,
  { name, key, dependency }: Umbrella,
  hasOwn: boolean,
): DependencyValues {
  const { helm, chart, files } = stack;
  const [first, ...others] = files;
  const umbrellaFile = hasOwn ? first : undefined;
  const read =
    umbrellaFile &&
    readValues(umbrellaFile.file, helm, (value, keySpan) => ({
      ...ownOrigin(umbrellaFile.name, value),
      ...(keySpan && { key: keySpan }),
    }));
  const refused: RefusedSource[] = read?.refusal ? [{ kind: "file", file: 0, refusal: read.refusal }] : [];
  const all = effectiveValues({
    ...stack,
    // The first file has been read already; an empty one keeps the numbers of the others.
    files: umbrellaFile
      ? [{ ...umbrellaFile, file: { text: "", documents: [], problems: [] } }, ...others]
      : files,
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
    conflicts: all.conflicts.flatMap((conflict) =>
      conflict.path[0] === key && conflict.path.length > 1
        ? [{ ...conflict, path: conflict.path.slice(1) }]
        : [],
    ),
    off: all.off.flatMap((disabled) =>
      disabled.at[0] === key ? [{ ...disabled, at: disabled.at.slice(1) }] : [],
    ),
    ...(off && { switchedOff: off }),
  };
}

function ownOrigin(name: string, value: { readonly offset: number; readonly length: number }) {
  return { kind: "file", file: 0, name, value } as const;
}
