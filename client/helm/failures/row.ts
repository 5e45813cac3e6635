import type { FieldName } from "../../../server/lsp/protocol.ts";
import type { Program, RunResult } from "../../ports/programs.ts";
import type { RecoveryAction } from "../recovery.ts";
import type { ChartRef, ReleaseRef } from "../release.ts";
import type { RefusedPlace } from "../schema-errors.ts";

/** The kinds of failures that commands tell apart. */
export type FailureKind =
  // Before the cluster answers.
  | "program-missing"
  | "helm-too-old"
  | "no-kubeconfig"
  | "unknown-context"
  | "cluster-unreachable"
  | "credentials"
  // The chart and the values.
  | "chart-not-found"
  | "registry-unreachable"
  | "registry-login"
  | "chart-broken"
  | "values-refused"
  | "values-unreadable"
  | "name-invalid"
  // The answer of the API server about an object.
  | "forbidden"
  | "kind-missing"
  | "namespace-missing"
  | "namespace-terminating"
  | "admission-denied"
  | "webhook-down"
  | "invalid-object"
  | "immutable-field"
  | "conflict"
  // The release.
  | "pending"
  | "not-owned"
  | "release-not-found"
  | "timeout"
  | "rolled-back"
  | "rollback-failed"
  // The end of the run.
  | "interrupted"
  /** The program was stopped because its deadline had passed. */
  | "no-answer"
  | "refused"
  /** In the words of the program itself. */
  | "unknown";

/** A failure in words for people. Nothing in it is secret. */
export interface Failure {
  readonly kind: FailureKind;
  readonly sentence: string;
  readonly next: string;
  /** The recovery actions: each command and setting that `next` names, and others that help. The first is the best. */
  readonly recovery: readonly RecoveryAction[];
  /** Places and owners, which the sentence sums up. */
  readonly details?: readonly string[];
  /** The places of the values that a schema refuses. */
  readonly refused?: readonly RefusedPlace[];
  /** The fields of objects that the API server rejects. */
  readonly fields?: readonly FieldName[];
  /** The state of the release after the failure, as a sentence: `cap-operator was rolled back.` */
  readonly outcome?: string;
  /** The failure of the change itself, if Helm then undid the change or tried to. */
  readonly cause?: FailureKind;
  /** The messages of the program itself, from its standard error. */
  readonly said?: string;
}

export interface FailedRun extends RunResult {
  readonly program: Program;
  readonly args: readonly string[];
}

export interface RunContext {
  readonly target: ReleaseRef;
  readonly chart?: ChartRef;
  /** The activity, in the language of the editor: a verb in its -ing form in English, a noun in others. */
  readonly doing: string;
}

export interface RowContext extends RunContext {
  readonly run: FailedRun;
  /** The error that the program reports, without warnings and logs. */
  readonly error: string;
}

/** One error of Helm, kubectl or the API server, and what a person can do about it at once. */
export interface FailureRow {
  readonly kind: FailureKind;
  /** Matched against the error. Contains no nested repetition, so that matching stays fast. */
  readonly pattern: RegExp;
  /** Returns undefined if the row does not apply after all. */
  readonly say: (found: readonly (string | undefined)[], context: RowContext) => FailureWords | undefined;
}

export type FailureWords = Omit<Failure, "kind">;
