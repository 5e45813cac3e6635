import { type ClusterTarget, clusterFlags } from "../cluster/target.ts";
import type { Program, RunResult } from "../installation-ports.ts";
import type { RecoveryAction } from "./recovery.ts";
import type { ChartRef, ReleaseAt } from "./release.ts";
import type { RefusedPlace } from "./schema-errors.ts";

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
  | "registry-unreachable"
  | "registry-login"
  | "chart-broken"
  | "values-refused"
  | "values-unreadable"
  | "name-invalid"
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
  | "rollback-failed"
  | "interrupted"
  | "no-answer"
  | "refused"
  | "disk"
  | "unknown";

/** A failure in the words of a person. Nothing in it is secret. */
export interface Failure {
  readonly kind: FailureKind;
  /** What happened, in one sentence. */
  readonly sentence: string;
  /** The next step, in one sentence. */
  readonly next: string;
  /** The recovery actions: each command and setting that `next` names, and others that help. The first is the best. */
  readonly recovery: readonly RecoveryAction[];
  /** Places, owners, lines: what the sentence sums up, and what else can be done. */
  readonly details?: readonly string[];
  /** The places of the values that a schema refuses. */
  readonly refused?: readonly RefusedPlace[];
  /** What became of the release, as the end of the sentence: `so it was rolled back`. */
  readonly outcome?: string;
  /** What failed at first, where this is about undoing it. */
  readonly cause?: FailureKind;
  /** What the program itself said. */
  readonly said?: string;
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
  /** A verb in its -ing form: `installing`, `rolling back`. */
  readonly doing: string;
}

/** What a row knows when it explains. */
export interface FailureScene extends FailureContext {
  readonly run: FailedRun;
  /** Explains what stands inside another error. */
  readonly explain: (error: string) => Failure;
}

/** One way to fail: what a program says then, and what that means. */
export interface FailureRow {
  readonly kind: FailureKind;
  /** Matched against what the program says from its first word of error on. */
  readonly pattern: RegExp;
  readonly say: (found: readonly (string | undefined)[], scene: FailureScene, error: string) => Said;
}

/** A failure without its kind. */
export type Said = Omit<Failure, "kind">;

/** The flags that lead `kubectl` in a terminal to the same cluster. */
export function inCluster(at: ClusterTarget): readonly string[] {
  return clusterFlags(at, "--context");
}
