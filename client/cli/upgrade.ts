import type { Invocation } from "../installation-ports.ts";
import { Manifest } from "../manifests/manifest.ts";
import type { HelmCapabilities } from "./capabilities.ts";
import { chartFlags, names, rollbackFlags, targetFlags, valuesFlags, waitFlags } from "./flags.ts";
import { readJson } from "./read-json.ts";
import type { ChartRef, ReleaseAt } from "./release.ts";
import type { SetEntry } from "./set-entry.ts";

/** What is installed where and how. */
export interface UpgradePlan {
  readonly at: ReleaseAt;
  readonly chart: ChartRef;
  /** The chart as the person named it, for messages, where `chart` is an archive that was kept of it. */
  readonly source?: ChartRef;
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
  /** Helm's word, such as `deployed`. */
  readonly status: string;
  /** Whether there was no such release before. */
  readonly installed: boolean;
}

/**
 * Installs or upgrades. The output is text, not JSON: `-o json` prints the whole release with its values and its
 * manifest, Secrets included, where the text names revision and status only. The chart's notes are left out where this
 * Helm can do so, as charts print passwords in them.
 */
export function upgradeInstall(plan: UpgradePlan, can: HelmCapabilities): Invocation<UpgradeOutcome> {
  const { at, chart, createNamespace, wait, rollbackOnFailure, timeout } = plan;
  return {
    program: "helm",
    args: [
      ...["upgrade", "--install"],
      ...targetFlags(at),
      ...(createNamespace ? ["--create-namespace"] : []),
      ...waitFlags(wait, timeout),
      ...rollbackFlags(rollbackOnFailure, can),
      ...(can.hideNotes ? ["--hide-notes"] : []),
      ...chartFlags(chart),
      ...valuesFlags(plan.valuesFiles, plan.sets),
      ...names(at.release, chart.ref),
    ],
    parse: readUpgrade,
  };
}

/**
 * What an upgrade would apply, with what templates look up in the cluster; nothing where this Helm is too old to ask.
 * Without `--hide-secret`: that leaves a Secret out as a whole, so that each would seem to be gone. `Manifest` keeps
 * their data to itself instead, and the output is in no log.
 */
export function dryRun(plan: UpgradePlan, can: HelmCapabilities): Invocation<Manifest> | undefined {
  const { at, chart } = plan;
  if (!can.serverDryRun) return undefined;
  return {
    program: "helm",
    args: [
      ...["upgrade", "--install", "--dry-run=server", "--output", "json"],
      ...targetFlags(at),
      ...chartFlags(chart),
      ...valuesFlags(plan.valuesFiles, plan.sets),
      ...names(at.release, chart.ref),
    ],
    confidential: true,
    parse: readDryRun,
  };
}

/** What an installation, or an upgrade, would apply, as far as that can be said without a cluster. */
export function template(plan: UpgradePlan, isUpgrade = false): Invocation<Manifest> {
  const { at, chart } = plan;
  return {
    program: "helm",
    args: [
      "template",
      ...targetFlags(at),
      ...(isUpgrade ? ["--is-upgrade"] : []),
      ...chartFlags(chart),
      ...valuesFlags(plan.valuesFiles, plan.sets),
      ...names(at.release, chart.ref),
    ],
    confidential: true,
    parse: (stdout) => new Manifest(stdout),
  };
}

function readUpgrade(stdout: string): UpgradeOutcome {
  const revision = /^REVISION: (\d+)\s*$/m.exec(stdout)?.[1];
  const status = /^STATUS: (\S+)\s*$/m.exec(stdout)?.[1];
  if (revision === undefined || status === undefined) {
    throw new Error("Helm ended well, but did not say which revision it made.");
  }
  return { revision: Number(revision), status, installed: /^Release ".*" does not exist\./m.test(stdout) };
}

/** The manifest of a release that Helm prints as JSON, its hooks behind it as `helm template` does. */
function readDryRun(stdout: string): Manifest {
  const release = readJson<{ manifest?: string; hooks?: readonly { manifest: string }[] }>(stdout);
  const hooks = release.hooks?.map(({ manifest }) => manifest) ?? [];
  return new Manifest([release.manifest ?? "", ...hooks].join("\n---\n"));
}
