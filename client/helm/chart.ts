import type { Invocation } from "../installation-ports.ts";
import { Manifest } from "./manifest.ts";
import type { ChartRef } from "./release.ts";

/** How Helm finds a chart. `name/name` may be a path as well: Helm looks for a file or folder first. */
export type ChartKind = "oci" | "address" | "path" | "repository";

/** What a chart says of itself. */
export interface ChartFacts {
  readonly name: string;
  readonly version: string;
  readonly appVersion?: string;
  readonly kubeVersion?: string;
  readonly description?: string;
}

/** What kind of reference this is. */
export function chartKind(_ref: string): ChartKind {
  return "path";
}

/** Asks for a chart's `Chart.yaml`, and so whether it and its version can be found. */
export function showChart(_chart: ChartRef): Invocation<ChartFacts> {
  throw new Error("Not there yet.");
}

/** Asks for the CRDs in a chart's `crds/` folder, which Helm installs once and never upgrades. */
export function showCrds(_chart: ChartRef): Invocation<Manifest> {
  return { program: "helm", args: [], parse: (stdout) => new Manifest(stdout) };
}
