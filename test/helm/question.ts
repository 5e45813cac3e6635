import { type Effective, effectiveValues } from "../../server/core/values/effective.ts";
import { emptyMap, type HelmMap } from "../../server/core/values/helm-tree.ts";
import { readValues } from "../../server/core/values/helm-value.ts";
import type { Chart, Dependency } from "../../server/core/values/merge.ts";
import type { HelmMajor } from "../../server/core/values/refusal.ts";
import type { SetEntry } from "../../server/core/values/set-entry.ts";
import { parseYaml } from "../../server/core/yaml/reader/parse.ts";
import { goJson } from "./go-json.ts";

/** Sources that Helm is asked to merge: a chart, values files, and entries of the command line. */
export interface Question {
  readonly chart: AskedChart;
  readonly files: readonly string[];
  readonly sets: readonly SetEntry[];
}

/** A chart as it is packed: its own name, its `values.yaml`, and the charts in its folder `charts`. */
export interface AskedChart {
  readonly name: string;
  readonly values: string;
  readonly dependencies?: readonly AskedDependency[];
}

/** A chart inside another, and what the `Chart.yaml` of the outer one says about it. */
export interface AskedDependency {
  readonly chart: AskedChart;
  readonly alias?: string;
  readonly condition?: string;
}

/** The values of a question by the engine, as Helm would print them; `null` if by the engine Helm rejects them. */
export function engineAnswer(asked: Question, helm: HelmMajor): string | null {
  const { values, refused } = engineValues(asked, helm);
  return refused.length > 0 ? null : goJson(values);
}

/** The effective values of a question. */
export function engineValues({ chart, files, sets }: Question, helm: HelmMajor): Effective {
  const refused: Effective["refused"][] = [];
  const effective = effectiveValues({
    helm,
    chart: chartOf(chart, helm, refused),
    files: files.map((text, index) => ({ name: `${index}.yaml`, file: parseYaml(text) })),
    sets,
  });
  return { ...effective, refused: [...effective.refused, ...refused.flat()] };
}

/** The chart of a question. Refusals of its own values files are added to `refused`. */
function chartOf(
  { name, values, dependencies = [] }: AskedChart,
  helm: HelmMajor,
  refused: Effective["refused"][],
): Chart {
  return {
    name,
    defaults: defaultsOf(name, values, helm, refused),
    dependencies: dependencies.map(({ chart, alias, condition }): Dependency => {
      const packed = chartOf(chart, helm, refused);
      const named = alias === undefined ? packed : { ...packed, name: alias, packedAs: chart.name };
      return { ...named, ...(condition !== undefined && { condition }) };
    }),
  };
}

function defaultsOf(name: string, text: string, helm: HelmMajor, refused: Effective["refused"][]): HelmMap {
  const origin = (value?: { offset: number; length: number }) =>
    ({ kind: "chart-default", chart: name, ...(value && { value }) }) as const;
  const { values, refusal } = readValues(parseYaml(text.replace(/^\uFEFF/, "")), helm, origin);
  if (refusal) refused.push([{ kind: "file", file: -1, refusal }]);
  return values ?? emptyMap(origin());
}
