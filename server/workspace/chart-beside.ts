import type { NamedChart } from "../core/chart/chart.ts";
import type { ChartEvidence } from "../core/ownership/evidence.ts";
import type { StackChart } from "../core/values/release-stack.ts";

/** What evidence says about the chart of a file, for its stack. */
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
