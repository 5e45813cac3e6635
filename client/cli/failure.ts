import type { ClusterTarget } from "../cluster/target.ts";
import type { Limits, Lookup, Program, RunResult } from "../program-ports.ts";
import { capitalised } from "../sentence-parts.ts";
import { admissionFailures } from "./failures/admission-failures.ts";
import { chartFailures } from "./failures/chart-failures.ts";
import { connectionFailures, lastConnectionFailures } from "./failures/connection-failures.ts";
import { kindFailures } from "./failures/kind-failures.ts";
import { objectFailures } from "./failures/object-failures.ts";
import { releaseFailures } from "./failures/release-failures.ts";
import { stoppedFailure } from "./failures/stopped-runs.ts";
import { valuesFailures } from "./failures/values-failures.ts";
import { RETRY, type RecoveryAction, setting } from "./recovery.ts";
import { redactText } from "./redact.ts";
import type { ChartRef, ReleaseRef } from "./release.ts";
import type { RefusedPlace } from "./schema-errors.ts";

/** What went wrong, in kinds that a command can act on. */
export type FailureKind =
  // Before the cluster answers.
  | "program-missing"
  | "helm-too-old"
  | "no-kubeconfig"
  | "unknown-context"
  | "cluster-unreachable"
  | "credentials"
  | "disk"
  // The chart and the values.
  | "chart-not-found"
  | "registry-unreachable"
  | "registry-login"
  | "chart-broken"
  | "values-refused"
  | "values-unreadable"
  | "name-invalid"
  // What the API server says about an object.
  | "forbidden"
  | "kind-missing"
  | "namespace-missing"
  | "namespace-terminating"
  | "object-missing"
  | "already-exists"
  | "invalid-object"
  | "unknown-field"
  | "immutable-field"
  | "port-taken"
  | "conflict"
  | "changed-meanwhile"
  | "quota"
  | "limit-range"
  | "pod-security"
  | "policy-denied"
  | "webhook-denied"
  | "webhook-down"
  | "admission-denied"
  /** A webhook cannot be asked in a dry run: that says nothing about the real run. */
  | "dry-run-unsupported"
  | "server-error"
  // The release.
  | "pending"
  | "not-owned"
  | "release-not-found"
  | "timeout"
  | "rolled-back"
  | "rollback-failed"
  // How the run ended.
  | "interrupted"
  /** The program was stopped because its deadline had passed. */
  | "no-answer"
  | "refused"
  | "unknown";

/** A failure in words for people. Nothing in it is secret. */
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
  /** What failed in the first place, if Helm then undid it or tried to. */
  readonly cause?: FailureKind;
  /** What the program itself said. */
  readonly said?: string;
}

/** A run that failed. */
export interface FailedRun extends RunResult {
  readonly program: Program;
  readonly args: readonly string[];
  /** How long it was allowed to take, if the call set limits. */
  readonly limits?: Limits;
}

/** What the run was about. */
export interface FailureContext {
  readonly at: ReleaseRef;
  readonly chart?: ChartRef;
  /** A verb in its -ing form: `installing`, `rolling back`. */
  readonly doing: string;
}

/** What a row can use for its explanation. */
export interface FailureScene extends FailureContext {
  readonly run: FailedRun;
  /** Explains an error that is wrapped in another one. */
  readonly explain: (error: string) => Failure;
}

/** One thing that Helm, kubectl or the API server says, and what it means. */
export interface FailureRow {
  readonly kind: FailureKind;
  /** Matched against what the program reports as its error, without warnings and logs. */
  readonly pattern: RegExp;
  /** Returns undefined if the row does not apply after all. */
  readonly say: (
    found: readonly (string | undefined)[],
    scene: FailureScene,
    error: string,
  ) => Said | undefined;
}

/** A failure without its kind. */
export type Said = Omit<Failure, "kind">;

/** The one table, for both programs. The first matching row is used, so rows for wrapping errors come first. */
const ROWS: readonly FailureRow[] = [
  ...releaseFailures,
  ...connectionFailures,
  ...admissionFailures,
  ...kindFailures,
  ...objectFailures,
  ...valuesFailures,
  ...chartFailures,
  ...lastConnectionFailures,
];

/** Why a run failed and what to do about it, from its exit code and its output. */
export function explainFailure(run: FailedRun, about: FailureContext): Failure {
  const failure = stoppedFailure(run, about) ?? explainError(errorOf(run.stderr), run, about);
  const said = run.stderr.trim();
  return withoutSecrets(said === "" ? failure : { ...failure, said });
}

/** What to do about a program that cannot be started. */
export function explainMissing(program: Program, lookup: Lookup): Failure {
  const name = program === "helm" ? "Helm" : program;
  const own = `capOperator.${program}Path` as const;
  const said = sayNotStarted(name, own, lookup);
  // A path in the settings does not mend what is wrong with the machine or with the call.
  const isElsewhere = lookup.reason === "busy" || lookup.reason === "too-long";
  const recovery = isElsewhere ? [RETRY] : [setting(`${program}Path`), RETRY];
  return { kind: "program-missing", ...said, recovery };
}

/** The sentence and the next step for each reason. */
function sayNotStarted(
  name: string,
  own: string,
  { reason, configured, found, code }: Lookup,
): Pick<Failure, "sentence" | "next"> {
  const subject = configured === undefined ? `${name} is on the PATH, but` : `${configured} (${own})`;
  switch (reason) {
    case "not-found":
      return configured === undefined
        ? { sentence: `${name} was not found on the PATH.`, next: `Install it, or set ${own}.` }
        : { sentence: `${name} was not found at ${configured} (${own}).`, next: "Correct the setting." };
    case "not-runnable":
      return configured === undefined
        ? { sentence: `${subject} cannot be run.`, next: `Install it, or set ${own}.` }
        : {
            sentence: `${subject} cannot be run as a program.`,
            next: "Make the file executable, or correct the setting.",
          };
    case "other-system":
      return {
        sentence: `${subject} does not run on this system.`,
        next: `Install ${name} for this system, or set ${own}.`,
      };
    case "folder":
      return { sentence: `${subject} is a folder.`, next: `Set ${own} to the program in it.` };
    case "shell-script":
      return {
        sentence: `${found ?? subject} is a script of a Windows shell, which cannot be started safely.`,
        next: `Set ${own} to the .exe file of ${name}.`,
      };
    case "too-long":
      return {
        sentence: `The command line for ${name} is longer than this system allows.`,
        next: "Move entries of capOperator.releases into a values file.",
      };
    case "busy":
      return {
        sentence: `This machine cannot start ${name} now: it runs too many programs or has too many files open.`,
        next: "Close some programs, then try again.",
      };
    case "other":
      return {
        sentence: `${name} cannot be started: the system says ${code ?? "nothing"}.`,
        next: `Check the program, or set ${own}.`,
      };
  }
}

/**
 * Why kubectl did not answer a question, for a place with little room: one sentence, with the next step only if a login may be
 * missing.
 */
export function whyUnread(result: RunResult, target: ClusterTarget): string {
  if (result.interrupted && !result.timedOut) return "The check was cancelled.";
  const { kind, sentence, next } = explainQuestion(result, target);
  return kind === "credentials" || kind === "no-answer" ? `${sentence} ${next}` : sentence;
}

/** Whether the API server said that it has no such thing. */
export function saysNotFound(result: RunResult): boolean {
  const { kind } = explainQuestion(result, { context: "", server: "", namespace: "" });
  return kind === "object-missing" || kind === "namespace-missing" || kind === "kind-missing";
}

function explainQuestion(result: RunResult, target: ClusterTarget): Failure {
  const run: FailedRun = { ...result, program: "kubectl", args: [] };
  return explainFailure(run, { at: { ...target, release: "" }, doing: "reading the cluster" });
}

function explainError(error: string, run: FailedRun, about: FailureContext): Failure {
  const scene: FailureScene = { ...about, run, explain: (inner) => explainError(inner, run, about) };
  for (const { kind, pattern, say } of ROWS) {
    const found = pattern.exec(error);
    const said = found && say(found, scene, error);
    if (said) return { kind, ...said };
  }
  return unknownFailure(error, run, about);
}

function unknownFailure(error: string, run: FailedRun, { doing }: FailureContext): Failure {
  const lines = error.split("\n").filter((line) => line.trim() !== "");
  const first = lines[0]
    ?.trim()
    .replace(/^Error from server(?: \(\w+\))?: (?:error when \w+ "[^"]*": )?/, "");
  const said = first
    ? `${run.program} says "${first}"`
    : `${run.program} ended with exit code ${run.exitCode}`;
  return {
    kind: "unknown",
    sentence: `${capitalised(doing)} failed: ${said}.`,
    next: "The details show the whole output.",
    recovery: [RETRY],
    ...(lines.length > 1 ? { details: lines } : {}),
  };
}

/** The error that a program reports: without its warnings and logs, and without the leading `Error:` and name of the operation. */
function errorOf(stderr: string): string {
  const lines = stderr
    .split(/\r?\n/)
    .filter((line) => !/^(level=|W\d{4} |I\d{4} |E\d{4} |WARNING:|Warning:|\d{4}\/\d\d\/\d\d )/.test(line));
  const start = lines.findLastIndex((line) => /^(Error|error)(:| from server)/.test(line));
  const own = lines.slice(Math.max(start, 0)).join("\n").trim();
  return own.replace(/^error: |^Error: /, "").replace(/^(UPGRADE|INSTALLATION) FAILED: /, "");
}

function withoutSecrets(failure: Failure): Failure {
  const { sentence, next, details = [], said, ...rest } = failure;
  return {
    ...rest,
    sentence: redactText(sentence).replace(/\.\.$/, "."),
    next: redactText(next),
    ...(details.length === 0 ? {} : { details: redactText(details.join("\n")).split("\n") }),
    ...(said === undefined ? {} : { said: redactText(said) }),
  };
}
