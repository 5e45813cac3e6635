import type { Invocation } from "../installation-ports.ts";
import type { HelmCapabilities } from "./capabilities.ts";
import type { ReleaseAt } from "./release.ts";

/** How to uninstall. */
export interface UninstallOptions {
  readonly wait: boolean;
  readonly timeout: string;
}

/** What uninstalling left behind, in Helm's words: objects that the chart marks to be kept. */
export interface UninstallOutcome {
  readonly kept: readonly string[];
}

/** Removes a release and its history. */
export function uninstall(
  _at: ReleaseAt,
  _options: UninstallOptions,
  _can: HelmCapabilities,
): Invocation<UninstallOutcome> {
  throw new Error("Not there yet.");
}
