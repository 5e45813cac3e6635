import * as l10n from "@vscode/l10n";
import satisfies from "semver/functions/satisfies.js";
import { chartFlags } from "../helm/flags.ts";
import { type ChartRef, chartKind } from "../helm/release.ts";
import { names } from "../kubectl/target.ts";
import { mapOf, readYaml } from "../manifests/yaml.ts";
import type { Step } from "../operation/operation.ts";
import type { ChartArchive } from "../ports/installation.ts";
import type { Invocation } from "../ports/programs.ts";

/** The fields of a `Chart.yaml` that commands use. */
export interface ChartFacts {
  readonly name: string;
  readonly version: string;
  readonly appVersion?: string;
  readonly kubeVersion?: string;
  readonly description?: string;
  readonly dependencies?: readonly string[];
}

/** Asks for a chart's `Chart.yaml`, which also shows whether the chart and its version can be found. Needs no cluster. */
export function showChart(chart: ChartRef): Invocation<ChartFacts> {
  return {
    program: "helm",
    args: ["show", "chart", ...chartFlags(chart), ...names(chart.ref)],
    parse: readChart,
  };
}

/** Asks for the CRDs in a chart's `crds/` folder as YAML; empty if it has none. */
export function showCrds(chart: ChartRef): Invocation<string> {
  return {
    program: "helm",
    args: ["show", "crds", ...chartFlags(chart), ...names(chart.ref)],
    parse(stdout) {
      // A chart without CRDs has nothing to print.
      if (stdout.trim() !== "" && !/\bkind\b/.test(stdout))
        throw new Error(l10n.t("Helm printed something other than CRDs."));
      return separated(stdout);
    },
  };
}

/**
 * Helm 3 prints the files of `crds/` one after the other, and puts no `---` before a file that does not begin with one. A
 * repeated top-level key therefore begins the next file.
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
  const { name, version, appVersion, kubeVersion, description, dependencies } = mapOf(
    readYaml(stdout, { plainAsText: true })[0],
  );
  if (typeof name !== "string" || typeof version !== "string") {
    throw new Error(l10n.t("The chart's Chart.yaml does not contain the name and the version of the chart."));
  }
  return {
    name,
    version,
    ...(typeof appVersion === "string" && { appVersion }),
    ...(typeof kubeVersion === "string" && { kubeVersion }),
    ...(typeof description === "string" && { description }),
    ...(Array.isArray(dependencies) && { dependencies: dependencies.flatMap(dependencyName) }),
  };
}

function dependencyName(dependency: unknown): string[] {
  const { name } = mapOf(dependency);
  return typeof name === "string" ? [name] : [];
}

/**
 * True if a chart's version is the wanted one or in the wanted range, as `--version` of Helm takes it. Helm ignores `--version` for folders,
 * archives and addresses.
 */
export function isVersionWanted(version: string, wanted: string): boolean {
  // As in Helm, commas separate ranges that must all hold, and a range that names a pre-release accepts pre-releases.
  return satisfies(version, wanted.replaceAll(",", " "), { includePrerelease: wanted.includes("-") });
}

/** Fetches the archive of a chart from a registry, a repository or an address into a folder. No cluster is asked. */
export function pullChart(chart: ChartRef, folder: string): Invocation<void> {
  return {
    program: "helm",
    args: ["pull", ...chartFlags(chart), "--destination", folder, ...names(chart.ref)],
    parse: () => undefined,
  };
}

/** Packs a chart folder into an archive in another folder, as Helm would read it: without what `.helmignore` excludes. */
export function packChart(path: string, folder: string): Invocation<void> {
  return {
    program: "helm",
    args: ["package", "--destination", folder, ...names(path)],
    parse: () => undefined,
  };
}

/**
 * Stores a chart as an archive that nothing else changes. Everything afterwards reads that archive, so that it makes no difference
 * if a folder is edited or a tag is moved between question and run. Throws the error of Helm if it cannot get the chart,
 * and if the target of a link in a folder is elsewhere on this machine.
 */
export async function pinChart(step: Step, chart: ChartRef): Promise<ChartArchive> {
  const isPath = chartKind(chart.ref) === "path";
  const isPacked = isPath && (await step.files.kind(chart.ref)) === "folder";
  const archive = await step.charts.keep(async (folder) => {
    if (!isPath) await step.call(pullChart(chart, folder));
    else if (isPacked) {
      await step.charts.refuseLinksOut(chart.ref);
      await step.call(packChart(chart.ref, folder));
      await step.charts.writeSameBytes(folder);
    } else await step.charts.copy(chart.ref, folder);
  });
  return { ...archive, ...(isPacked && { isPacked }) };
}
