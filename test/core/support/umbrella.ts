import { buildPublished, buildSchemas } from "../../../schemas/build.ts";
import type { NamedChart, ReadChart, Umbrella } from "../../../server/core/chart/chart.ts";
import { readChart } from "../../../server/core/chart/read-chart.ts";
import { dependencyNamed, umbrellaOf } from "../../../server/core/chart/umbrella.ts";
import { KINDS, rootsOf } from "../../../server/core/kinds.ts";
import { docsIn } from "../../../server/core/schema/docs-anchor.ts";
import { Knowledge } from "../../../server/core/schema/knowledge.ts";
import { Analysis } from "../../../server/core/semantics/analysis.ts";
import type { HelmMajor } from "../../../server/core/values/refusal.ts";
import { filesIn, type ReleaseStack } from "../../../server/core/values/release-stack.ts";
import { narrowed } from "../../../server/core/yaml/narrow.ts";
import { parseYaml } from "../../../server/core/yaml/reader/parse.ts";

const schemas = await buildSchemas();

/** The engine's knowledge of the operator's charts. */
export const knowledge = new Knowledge({ schemas, published: buildPublished(schemas) }, docsIn(""));

let count = 0;

/** A chart by its files. */
export function chartOf(files: Readonly<Record<string, string>>, uri = "file:///platform"): ReadChart {
  return readChart(new Map(Object.entries(files)), uri, `umbrella-${++count}`);
}

/** A `Chart.yaml` with the operator's chart among its dependencies; `more` are lines of that. */
export function description(name: string, version: string, more: readonly string[] = []): string {
  const lines = [`- name: ${name}`, `  version: "${version}"`, ...more.map((line) => `  ${line}`)];
  return `apiVersion: v2\nname: platform\nversion: 1.0.0\ndependencies:\n${lines.map((line) => `  ${line}\n`).join("")}`;
}

/** A chart that brings the operator's along. */
export function umbrellaIn(chart: ReadChart): Umbrella {
  const dependency = dependencyNamed(chart, knowledge.charts.published === "" ? [] : NAMES);
  if (!dependency) throw new Error("The chart does not list the operator's.");
  return umbrellaOf(chart, dependency);
}

const NAMES = [knowledge.charts.published, knowledge.charts.specification];

/** The stack of a values file that is installed with an umbrella chart. */
export function stackUnder(
  umbrella: Umbrella,
  operator: NamedChart,
  files: Readonly<Record<string, string>>,
  helm: HelmMajor = 3,
): ReleaseStack {
  const own = Object.entries(files).map(([name, text]) => ({
    name,
    uri: uriOf(name),
    file: parseYaml(text),
  }));
  const chart = { beside: { ...operator, umbrella }, umbrella };
  return { files: filesIn(umbrella, own), sets: [], helm, chart, problems: [] };
}

/** A values file for an umbrella chart, of which only a part is for the operator's chart. */
export function analyseUnder(
  umbrella: Umbrella,
  operator: NamedChart,
  text: string,
  name = "prod.yaml",
): Analysis {
  const file = narrowed(parseYaml(text), umbrella.key);
  const roots = rootsOf(file, KINDS.values);
  const chart = { beside: { ...operator, umbrella }, umbrella };
  return new Analysis(uriOf(name), 1, file, roots, [], 3, chart);
}

function uriOf(name: string): string {
  return `file:///platform/${name}`;
}
