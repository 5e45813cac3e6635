import type { Invocation } from "../installation-ports.ts";
import type { HelmCapabilities } from "./capabilities.ts";
import { Manifest } from "./manifest.ts";
import type { ChartRef, ReleaseAt } from "./release.ts";
import type { SetEntry } from "./set-entry.ts";

/** What is installed where and how. */
export interface UpgradePlan {
  readonly at: ReleaseAt;
  readonly chart: ChartRef;
  /** Paths of the operating system, in order: later ones win. */
  readonly valuesFiles: readonly string[];
  readonly sets: readonly SetEntry[];
  readonly createNamespace: boolean;
  readonly wait: boolean;
  readonly rollbackOnFailure: boolean;
  /** As Helm writes durations, such as `5m0s`. */
  readonly timeout: string;
}

/** What a successful `helm upgrade --install` did. */
export interface UpgradeOutcome {
  readonly revision: number;
  readonly status: string;
  /** Whether there was no such release before. */
  readonly installed: boolean;
}

/** Installs or upgrades. */
export function upgradeInstall(_plan: UpgradePlan, _can: HelmCapabilities): Invocation<UpgradeOutcome> {
  throw new Error("Not there yet.");
}

/** What an upgrade would apply, as the cluster's API server sees it; `undefined` where this Helm cannot ask it. */
export function dryRun(_plan: UpgradePlan, _can: HelmCapabilities): Invocation<Manifest> | undefined {
  return { program: "helm", args: [], confidential: true, parse: (stdout) => new Manifest(stdout) };
}

/** What an upgrade would apply, as far as that can be said without a cluster. */
export function template(_plan: UpgradePlan, _can: HelmCapabilities): Invocation<Manifest> {
  return { program: "helm", args: [], confidential: true, parse: (stdout) => new Manifest(stdout) };
}
