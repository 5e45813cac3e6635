import type { Invocation } from "../installation-ports.ts";
import type { HelmCapabilities } from "./capabilities.ts";
import { names, targetFlags, waitFlags } from "./flags.ts";
import type { ReleaseAt } from "./release.ts";

/** How to uninstall. */
export interface UninstallOptions {
  readonly wait: boolean;
  /** As Helm writes durations, such as `5m0s`. */
  readonly timeout: string;
}

/** What uninstalling left behind. */
export interface UninstallOutcome {
  /** Objects that the chart marks to be kept (`helm.sh/resource-policy: keep`), as Helm writes them: `[Kind] name`. */
  readonly kept: readonly string[];
}

/** Removes a release and its history. CRDs of the chart's `crds/` folder and the namespace stay. */
export function uninstall(
  at: ReleaseAt,
  options: UninstallOptions,
  can: HelmCapabilities,
): Invocation<UninstallOutcome> {
  return {
    program: "helm",
    args: [
      "uninstall",
      ...targetFlags(at),
      ...waitFlags(options.wait && can.uninstallWait, options.timeout),
      ...names(at.release),
    ],
    parse: (stdout) => ({ kept: stdout.split(/\r?\n/).filter((line) => /^\[\w+\] \S+$/.test(line)) }),
  };
}
