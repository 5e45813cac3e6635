import { chartFlags, names } from "../cli/flags.ts";
import type { ChartRef } from "../cli/release.ts";
import type { Invocation } from "../installation-ports.ts";
import { mapOf, readYaml } from "../manifests/yaml.ts";

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
    args: ["show", "chart", ...chartFlags(chart), ...names(chart.ref)],
    parse: readChart,
  };
}

/** Asks for the CRDs in a chart's `crds/` folder as YAML; empty where it has none. */
export function showCrds(chart: ChartRef): Invocation<string> {
  return {
    program: "helm",
    args: ["show", "crds", ...chartFlags(chart), ...names(chart.ref)],
    parse: separated,
  };
}

/**
 * Helm 3 prints the files of `crds/` below each other, and puts no `---` between those that do not begin with one. Where a
 * top-level key comes again, the next file has begun.
 */
function separated(stdout: string): string {
  let seen = new Set<string>();
  const lines = stdout.split("\n").map((line) => {
    const key = /^[A-Za-z]\w*(?=:)/.exec(line)?.[0];
    if (/^---(\s|$)/.test(line)) seen = new Set();
    if (key === undefined) return line;
    const isNext = seen.has(key);
    if (isNext) seen = new Set();
    seen.add(key);
    return isNext ? `---\n${line}` : line;
  });
  return lines.join("\n");
}

function readChart(stdout: string): ChartFacts {
  const { name, version, appVersion, kubeVersion, description } = mapOf(
    readYaml(stdout, { plainAsText: true })[0],
  );
  if (typeof name !== "string" || typeof version !== "string") {
    throw new Error("The chart's Chart.yaml does not say the name and the version of the chart.");
  }
  return {
    name,
    version,
    ...(typeof appVersion === "string" && { appVersion }),
    ...(typeof kubeVersion === "string" && { kubeVersion }),
    ...(typeof description === "string" && { description }),
  };
}
