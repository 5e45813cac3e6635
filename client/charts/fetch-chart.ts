import { chartFlags, names } from "../cli/flags.ts";
import type { ChartRef } from "../cli/release.ts";
import type { Invocation } from "../installation-ports.ts";

/** Fetches the archive of a chart from a registry, a repository or an address into a folder. No cluster is asked. */
export function pullChart(chart: ChartRef, folder: string): Invocation<void> {
  return {
    program: "helm",
    args: ["pull", ...chartFlags(chart), "--destination", folder, ...names(chart.ref)],
    parse: () => undefined,
  };
}

/** Packs the folder of a chart into an archive in another folder, as Helm would read it: without what `.helmignore` leaves out. */
export function packChart(path: string, folder: string): Invocation<void> {
  return {
    program: "helm",
    args: ["package", "--destination", folder, ...names(path)],
    parse: () => undefined,
  };
}
