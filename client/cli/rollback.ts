import type { Invocation } from "../installation-ports.ts";
import { names, targetFlags, waitFlags } from "./flags.ts";
import type { ReleaseAt } from "./release.ts";

/** How to roll back. */
export interface RollbackOptions {
  readonly wait: boolean;
  /** As Helm writes durations, such as `5m0s`. */
  readonly timeout: string;
}

/** Rolls a release back to a revision, which becomes a new one. */
export function rollback(at: ReleaseAt, revision: number, options: RollbackOptions): Invocation<void> {
  return {
    program: "helm",
    args: [
      "rollback",
      ...targetFlags(at),
      ...waitFlags(options.wait, options.timeout),
      ...names(at.release, String(revision)),
    ],
    parse: () => undefined,
  };
}
