import * as l10n from "@vscode/l10n";
import type { ClusterTarget } from "../cluster/target.ts";
import type { Lookup, Program, RunResult } from "../program-ports.ts";
import { capitalised } from "../sentence-parts.ts";
import { admissionFailures } from "./failures/admission-failures.ts";
import { chartFailures } from "./failures/chart-failures.ts";
import { connectionFailures, lastConnectionFailures } from "./failures/connection-failures.ts";
import { kindFailures } from "./failures/kind-failures.ts";
import { objectFailures } from "./failures/object-failures.ts";
import { releaseFailures } from "./failures/release-failures.ts";
import type { FailedRun, Failure, FailureContext, FailureRow, FailureScene } from "./failures/row.ts";
import { stoppedFailure } from "./failures/stopped-runs.ts";
import { valuesFailures } from "./failures/values-failures.ts";
import { RETRY, setting } from "./recovery.ts";
import { redactText } from "./redact.ts";

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
  const place = configured === undefined ? undefined : `${configured} (${own})`;
  switch (reason) {
    case "not-found":
      return configured === undefined
        ? {
            sentence: l10n.t("{0} was not found on the PATH.", name),
            next: l10n.t("Install it, or set {0}.", own),
          }
        : {
            sentence: l10n.t("{0} was not found at {1} ({2}).", name, configured, own),
            next: l10n.t("Correct the setting."),
          };
    case "not-runnable":
      return configured === undefined
        ? {
            sentence: l10n.t("{0} is on the PATH, but cannot be run.", name),
            next: l10n.t("Install it, or set {0}.", own),
          }
        : {
            sentence: l10n.t("{0} cannot be run as a program.", place ?? name),
            next: l10n.t("Make the file executable, or correct the setting."),
          };
    case "other-system":
      return {
        sentence:
          place === undefined
            ? l10n.t("{0} is on the PATH, but does not run on this system.", name)
            : l10n.t("{0} does not run on this system.", place),
        next: l10n.t("Install {0} for this system, or set {1}.", name, own),
      };
    case "folder":
      return {
        sentence:
          place === undefined
            ? l10n.t("{0} is on the PATH, but is a folder.", name)
            : l10n.t("{0} is a folder.", place),
        next: l10n.t("Set {0} to the program in it.", own),
      };
    case "shell-script":
      return {
        sentence: l10n.t(
          "{0} is a script of a Windows shell, which cannot be started safely.",
          found ?? place ?? name,
        ),
        next: l10n.t("Set {0} to the .exe file of {1}.", own, name),
      };
    case "too-long":
      return {
        sentence: l10n.t("The command line for {0} is longer than this system allows.", name),
        next: l10n.t("Move entries of capOperator.releases into a values file."),
      };
    case "busy":
      return {
        sentence: l10n.t(
          "This machine cannot start {0} now: it runs too many programs or has too many files open.",
          name,
        ),
        next: l10n.t("Close some programs, then try again."),
      };
    case "other":
      return {
        sentence:
          code === undefined
            ? l10n.t("{0} cannot be started, and the system gives no reason.", name)
            : l10n.t("{0} cannot be started: the system reports {1}.", name, code),
        next: l10n.t("Check the program, or set {0}.", own),
      };
  }
}

/**
 * Why kubectl did not answer a question, for a place with little room: one sentence, with the next step only if a login may be
 * missing.
 */
export function whyUnread(result: RunResult, target: ClusterTarget): string {
  if (result.interrupted && !result.timedOut) return l10n.t("The check was canceled.");
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
  return explainFailure(run, { at: { ...target, release: "" }, doing: l10n.t("reading the cluster") });
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
  return {
    kind: "unknown",
    sentence: first
      ? l10n.t('{0} failed: {1} reports "{2}".', capitalised(doing), run.program, first)
      : l10n.t(
          "{0} failed: {1} ended with exit code {2}.",
          capitalised(doing),
          run.program,
          run.exitCode ?? "",
        ),
    next: l10n.t("The details show the whole output."),
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
