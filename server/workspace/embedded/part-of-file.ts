import type { NamedChart } from "../../core/chart/chart.ts";
import type { Ownership } from "../../core/ownership/claims.ts";
import type { ChartEvidence } from "../../core/ownership/evidence.ts";
import type { StackChart } from "../../core/values/release-stack.ts";
import type { YamlFile } from "../../core/yaml/tree.ts";
import type { OpenText } from "../files/open-texts.ts";
import { sameSpelling } from "../files/release-paths.ts";

/** The operator's values in a file, and the chart that they are for. */
export function partOf(
  { uri, file }: OpenText,
  { part }: Ownership,
  named: StackChart,
  nearest: ChartEvidence | undefined,
): { readonly file: YamlFile; readonly chart: StackChart } {
  const chart = { ...named, ...besideOf(nearest) };
  if (part === undefined) return { file, chart };
  const { umbrella } = part;
  const { values } = umbrella;
  // The client may spell the address of the chart's own values in another way.
  const isOwn = values?.uri !== undefined && values.uri === sameSpelling(uri);
  const spelled = isOwn ? { ...umbrella, values: { ...values, uri } } : umbrella;
  return { file: part.file, chart: { ...chart, umbrella: spelled } };
}

/** The chart that evidence about a file names, for its stack. */
export function besideOf(chart: ChartEvidence | undefined): StackChart {
  if (chart === undefined) return {};
  if (chart.problem !== undefined) return { beside: { problem: chart.problem } };
  if (chart.brings) return { beside: chart.brings };
  const { name, version, atHand } = chart;
  if (name === "" && atHand === undefined) return {};
  const beside: NamedChart = {
    ...(name !== "" && { chart: name }),
    ...(version !== undefined && { version }),
    ...(atHand && { atHand }),
  };
  return { beside };
}
