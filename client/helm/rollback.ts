import type { Invocation } from "../installation-ports.ts";
import type { HelmCapabilities } from "./capabilities.ts";
import type { ReleaseAt } from "./release.ts";

/** How to roll back. */
export interface RollbackOptions {
  readonly wait: boolean;
  readonly timeout: string;
}

/** Rolls a release back to a revision. */
export function rollback(
  _at: ReleaseAt,
  _revision: number,
  _options: RollbackOptions,
  _can: HelmCapabilities,
): Invocation<void> {
  throw new Error("Not there yet.");
}
