import * as l10n from "@vscode/l10n";
import { names } from "../kubectl/target.ts";
import type { Invocation } from "../ports/programs.ts";
import type { HelmCapabilities } from "./capabilities.ts";
import { chartFlags, rollbackFlags, type SetEntry, targetFlags, valuesFlags, waitFlags } from "./flags.ts";
import type { ChartRef, ReleaseRef } from "./release.ts";

export interface UpgradePlan {
  readonly target: ReleaseRef;
  readonly chart: ChartRef;
  /** The chart as the person named it, for messages; set if `chart` is an archive that was made of it. */
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

interface UpgradeOutcome {
  readonly revision: number;
  /** Helm's word, such as `deployed`. */
  readonly status: string;
  /** True if the release did not exist before. */
  readonly installed: boolean;
}

/**
 * Installs or upgrades. The output is text, not JSON: `-o json` prints the whole release with its values and its manifest,
 * including Secrets, whereas the text only names revision and status. The chart's notes are suppressed if this Helm can do so,
 * because charts print passwords in them.
 */
export function upgradeInstall(plan: UpgradePlan, can: HelmCapabilities): Invocation<UpgradeOutcome> {
  const { target, chart, createNamespace, wait, rollbackOnFailure, timeout } = plan;
  return {
    program: "helm",
    args: [
      ...["upgrade", "--install"],
      ...targetFlags(target),
      ...(createNamespace ? ["--create-namespace"] : []),
      ...waitFlags(wait, timeout),
      ...rollbackFlags(rollbackOnFailure, can),
      ...(can.hideNotes ? ["--hide-notes"] : []),
      ...chartFlags(chart),
      ...valuesFlags(plan.valuesFiles, plan.sets),
      ...names(target.release, chart.ref),
    ],
    parse: readUpgrade,
  };
}

interface RollbackOptions {
  readonly wait: boolean;
  readonly timeout: string;
}

/** Rolls a release back to a revision, as a new revision. */
export function rollback(target: ReleaseRef, revision: number, options: RollbackOptions): Invocation<void> {
  return {
    program: "helm",
    args: [
      "rollback",
      ...targetFlags(target),
      ...waitFlags(options.wait, options.timeout),
      ...names(target.release, String(revision)),
    ],
    parse: (stdout) => requireDone(stdout, /^Rollback was a success!/m),
  };
}

interface UninstallOptions {
  readonly wait: boolean;
  readonly timeout: string;
}

interface UninstallOutcome {
  /** Objects that the chart marks to be kept (`helm.sh/resource-policy: keep`), as Helm writes them: `[Kind] name`. */
  readonly kept: readonly string[];
}

/** Removes a release and its history. CRDs of the chart's `crds/` folder and the namespace stay. */
export function uninstall(
  target: ReleaseRef,
  options: UninstallOptions,
  can: HelmCapabilities,
): Invocation<UninstallOutcome> {
  return {
    program: "helm",
    args: [
      "uninstall",
      ...targetFlags(target),
      ...waitFlags(options.wait && can.uninstallWait, options.timeout),
      ...names(target.release),
    ],
    parse(stdout) {
      requireDone(stdout, /^release "[^"]*" uninstalled/m);
      return { kept: stdout.split(/\r?\n/).filter((line) => /^\[\w+\] \S+$/.test(line)) };
    },
  };
}

/** Throws if Helm did not write what it writes at the end of a change (Helm 3 and 4: `cmd/rollback.go`, `cmd/uninstall.go`). */
function requireDone(stdout: string, done: RegExp): void {
  if (!done.test(stdout)) throw new Error(l10n.t("Helm succeeded, but did not report what it changed."));
}

function readUpgrade(stdout: string): UpgradeOutcome {
  const revision = /^REVISION: (\d+)\s*$/m.exec(stdout)?.[1];
  const status = /^STATUS: (\S+)\s*$/m.exec(stdout)?.[1];
  if (revision === undefined || status === undefined) {
    throw new Error(l10n.t("Helm succeeded, but did not report which revision it created."));
  }
  return { revision: Number(revision), status, installed: /^Release ".*" does not exist\./m.test(stdout) };
}
