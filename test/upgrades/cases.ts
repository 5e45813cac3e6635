import { readFileSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";
import { buildPublished, buildSchemas } from "../../schemas/build.ts";
import type { ChartChange } from "../../server/core/chart/changes/chart-changes.ts";
import { compareCharts } from "../../server/core/chart/changes/compare-charts.ts";
import type { Chart, ChartKey } from "../../server/core/chart/chart.ts";
import { PublishedCharts, type PublishedFacts } from "../../server/core/chart/published-charts.ts";
import { Dice } from "../helm/dice.ts";
import { repository } from "../support/repository.ts";
import { chartOf } from "./made-schemas.ts";
import {
  type Defaults,
  MUTATION_KINDS,
  type Mutation,
  type MutationKind,
  mutateChart,
} from "./mutate-chart.ts";

/** A chart, what was done to it, and what came of that. */
export interface UpgradeCase {
  readonly name: string;
  readonly kinds: readonly MutationKind[];
  readonly original: Defaults;
  readonly mutated: Defaults;
  readonly mutations: readonly Mutation[];
  readonly from: Chart;
  readonly to: Chart;
  /** What is different beside the mutations, because the chart went on meanwhile. */
  readonly others: readonly ChartChange[];
}

/** The defaults of the chart in `examples/chart`. */
export const EXAMPLE = load(
  readFileSync(path.join(repository, "examples/chart/values.yaml"), "utf8"),
) as Defaults;

const published = new PublishedCharts(buildPublished(await buildSchemas()) as PublishedFacts);

/** A case over the example chart; each kind of mutation comes alone first, then several come together. */
export function exampleCase(seed: number): UpgradeCase {
  return caseOf(`example chart, seed ${seed}`, EXAMPLE, EXAMPLE, seed, []);
}

/** A case over a published version; in every other one the chart went on for some versions as well. */
export function publishedCase(seed: number): UpgradeCase {
  const dice = new Dice(seed + 10_000);
  const { versions } = published.facts;
  const first = dice.below(versions.length);
  const last = dice.oneIn(2) ? first : Math.min(versions.length - 1, first + dice.below(8));
  const [from, to] = [published.of(versions[first] ?? ""), published.of(versions[last] ?? "")];
  if (!from || !to) throw new Error("There is no such version.");
  const others = compareCharts(chartOf(defaultsOf(from.keys)), chartOf(defaultsOf(to.keys)));
  const name = `${from.version} to ${to.version}, seed ${seed}`;
  return caseOf(name, defaultsOf(from.keys), defaultsOf(to.keys), seed, others);
}

function caseOf(
  name: string,
  original: Defaults,
  base: Defaults,
  seed: number,
  others: readonly ChartChange[],
): UpgradeCase {
  const dice = new Dice(seed);
  const single = MUTATION_KINDS[seed % (MUTATION_KINDS.length * 2)];
  const kinds = single === undefined ? dice.several(2, 5, () => dice.pick(MUTATION_KINDS)) : [single];
  const { defaults, mutations } = mutateChart(base, kinds, dice);
  return {
    name,
    kinds,
    original,
    mutated: defaults,
    mutations,
    from: chartOf(original, "1.0.0"),
    to: chartOf(defaults, "2.0.0"),
    others,
  };
}

function defaultsOf(keys: ReadonlyMap<string, ChartKey>): Defaults {
  return Object.fromEntries(
    [...keys].flatMap(([name, key]): [string, unknown][] => {
      if (key.keys) return [[name, defaultsOf(key.keys)]];
      return "default" in key ? [[name, key.default]] : [];
    }),
  );
}
