import type { Program, RunResult } from "../installation-ports.ts";
import type { ChartRef, ReleaseAt } from "./release.ts";

/** What went wrong, in kinds that a command can act on. */
export type FailureKind =
  | "program-missing"
  | "helm-too-old"
  | "no-kubeconfig"
  | "unknown-context"
  | "cluster-unreachable"
  | "credentials"
  | "forbidden"
  | "chart-not-found"
  | "registry-login"
  | "values-refused"
  | "values-unreadable"
  | "chart-broken"
  | "immutable-field"
  | "webhook-down"
  | "admission-denied"
  | "kind-missing"
  | "invalid-object"
  | "conflict"
  | "pending"
  | "not-owned"
  | "release-not-found"
  | "namespace-missing"
  | "namespace-terminating"
  | "timeout"
  | "rolled-back"
  | "interrupted"
  | "disk"
  | "unknown";

/** A failure in the words of a person. Nothing in it is secret. */
export interface Failure {
  readonly kind: FailureKind;
  /** What happened. */
  readonly sentence: string;
  /** What to do. */
  readonly next: string;
  /** Places, owners, lines: what the sentence sums up. */
  readonly details?: readonly string[];
}

/** A run that failed. */
export interface FailedRun extends RunResult {
  readonly program: Program;
  readonly args: readonly string[];
}

/** What the run was about. */
export interface FailureContext {
  readonly at: ReleaseAt;
  readonly chart?: ChartRef;
  /** A verb in its -ing form for the sentence: `installing`, `rolling back`. */
  readonly doing: string;
}

/** Why a run failed and what to do about it, from its exit code and its output. */
export function explainFailure(_run: FailedRun, _about: FailureContext): Failure {
  return { kind: "unknown", sentence: "", next: "" };
}

/** What to do about a program that is not there. */
export function explainMissing(_program: Program): Failure {
  return { kind: "program-missing", sentence: "", next: "" };
}
