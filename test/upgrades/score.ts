import type { ChartChange, KeyPath } from "../../server/core/chart/changes/chart-changes.ts";
import { compareCharts } from "../../server/core/chart/changes/compare-charts.ts";
import type { Chart } from "../../server/core/chart/chart.ts";
import type { Mutation } from "./mutate-chart.ts";

/** What was found of what was done, by kind. */
export interface Score {
  /** Said, and true. */
  right: number;
  /** Said. */
  said: number;
  /** True. */
  truths: number;
}

/** Scores by kind of change. */
export type Scores = Map<ChartChange["kind"], Score>;

/** Adds what a comparison of two charts finds to scores; `others` are true beside the mutations. Gives what was wrong or missed. */
export function score(
  scores: Scores,
  from: Chart,
  to: Chart,
  mutations: readonly Mutation[],
  others: readonly ChartChange[] = [],
): string[] {
  const said = new Map(compareCharts(from, to).map((change) => [shown(change), change.kind]));
  const truths = new Map([...mutations, ...others].map((change) => [shown(change), change.kind]));
  const at = (kind: ChartChange["kind"]) => {
    const known = scores.get(kind) ?? { right: 0, said: 0, truths: 0 };
    scores.set(kind, known);
    return known;
  };
  for (const [change, kind] of said) {
    at(kind).said += 1;
    if (truths.has(change)) at(kind).right += 1;
  }
  for (const kind of truths.values()) at(kind).truths += 1;
  return [
    ...[...said.keys()].filter((change) => !truths.has(change)).map((change) => `wrong: ${change}`),
    ...[...truths.keys()].filter((change) => !said.has(change)).map((change) => `missed: ${change}`),
  ];
}

/** A change without what it is known by and without its defaults. */
function shown(change: ChartChange | Mutation): string {
  const text = (path: KeyPath) => path.join(".");
  switch (change.kind) {
    case "renamed":
    case "moved":
      return `${change.kind} ${text(change.from)} -> ${text(change.to)}`;
    case "split":
      return `split ${text(change.from)} -> ${change.to.map(text).sort().join(" ")}`;
    default:
      return `${change.kind} ${text(change.path)}`;
  }
}
