import { load } from "js-yaml";
import type { Invocation } from "../installation-ports.ts";
import { names, versionFlags } from "./flags.ts";
import type { ChartRef } from "./release.ts";

/** What a chart says of itself in its `Chart.yaml`. */
export interface ChartFacts {
  readonly name: string;
  readonly version: string;
  readonly appVersion?: string;
  readonly kubeVersion?: string;
  readonly description?: string;
}

/** Asks for a chart's `Chart.yaml`, and so whether it and its version can be found. That needs no cluster. */
export function showChart(chart: ChartRef): Invocation<ChartFacts> {
  return {
    program: "helm",
    args: ["show", "chart", ...versionFlags(chart), ...names(chart.ref)],
    parse: readChart,
  };
}

/** Asks for the CRDs in a chart's `crds/` folder as YAML; empty where it has none. */
export function showCrds(chart: ChartRef): Invocation<string> {
  return {
    program: "helm",
    args: ["show", "crds", ...versionFlags(chart), ...names(chart.ref)],
    parse: (stdout) => stdout,
  };
}

function readChart(stdout: string): ChartFacts {
  const said = load(stdout) as Readonly<Record<string, unknown>> | null;
  const { name, version } = said ?? {};
  if (typeof name !== "string" || version === undefined) {
    throw new Error("The chart's Chart.yaml names no chart and version.");
  }
  return {
    name,
    version: String(version),
    ...textOf(said, "appVersion"),
    ...textOf(said, "kubeVersion"),
    ...textOf(said, "description"),
  };
}

/** A key that may be left out, as text: `appVersion: 1.0` without quotes is a number. */
function textOf<K extends string>(
  said: Readonly<Record<string, unknown>> | null,
  key: K,
): { [P in K]?: string } {
  const value = said?.[key];
  return (value === undefined || value === null ? {} : { [key]: String(value) }) as { [P in K]?: string };
}
