import * as l10n from "@vscode/l10n";
import type { ClusterTarget } from "../kubectl/target.ts";
import type { RunResult } from "../ports/programs.ts";
import { redactText } from "../texts/redact.ts";
import { capitalised } from "../texts/sentence-parts.ts";
import { clusterRows, lastRow } from "./failures/cluster-rows.ts";
import { rejectedFields } from "./failures/object-errors.ts";
import { releaseRows } from "./failures/release-rows.ts";
import type { FailedRun, Failure, FailureKind, FailureRow, RunContext } from "./failures/row.ts";
import { stoppedFailure } from "./failures/stopped-runs.ts";
import { undoneFailure } from "./failures/undone-changes.ts";
import { RETRY } from "./recovery.ts";

/** The one table of failures, for both programs. The first matching row is used. */
const ROWS: readonly FailureRow[] = [...releaseRows, ...clusterRows, lastRow];

/** Failures that are about fields of an object. */
const OF_OBJECTS: readonly FailureKind[] = ["invalid-object", "immutable-field", "conflict"];

/** The characters of an error that are read, and those that a sentence quotes. The page of a failure has the whole output. */
const LONGEST_ERROR = 20_000;
const LONGEST_SENTENCE = 500;

/** Explains from exit code and output why a run failed, and advises a next step. */
export function explainFailure(run: FailedRun, about: RunContext): Failure {
  const error = errorOf(run.stderr);
  const explained = stoppedFailure(run, about) ?? explainError(error, run, about);
  const fields = OF_OBJECTS.includes(explained.cause ?? explained.kind) ? rejectedFields(error) : [];
  const failure = fields.length === 0 ? explained : { ...explained, fields };
  const said = run.stderr.trim();
  return shown(said === "" ? failure : { ...failure, said });
}

/**
 * The reason for which kubectl did not answer a question, for a place with little room: one sentence, with the next step only if
 * a login may be missing.
 */
export function whyUnread(result: RunResult, target: ClusterTarget): string {
  if (result.interrupted && !result.timedOut && !result.printedTooMuch)
    return l10n.t("The check was canceled.");
  const run: FailedRun = { ...result, program: "kubectl", args: [] };
  const about = { target: { ...target, release: "" }, doing: l10n.t("reading the cluster") };
  const { kind, sentence, next } = explainFailure(run, about);
  return kind === "credentials" || kind === "no-answer" ? `${sentence} ${next}` : sentence;
}

/** True if the API server answered that it has no such object, namespace or type. */
export function saysNotFound({ stderr }: RunResult): boolean {
  return /\(NotFound\)|namespaces "[^"]+" not found|no matches for kind "|the server (?:doesn't have a resource type|could not find the requested resource)/.test(
    stderr,
  );
}

function explainError(error: string, run: FailedRun, about: RunContext): Failure {
  const undone = undoneFailure(error, about.target.release, (inner) => explainError(inner, run, about));
  if (undone !== undefined) return undone;
  for (const { kind, pattern, say } of ROWS) {
    const found = pattern.exec(error);
    const said = found && say(found, { ...about, run, error });
    if (said) return { kind, ...said };
  }
  return inOwnWords(error, run, about);
}

/** A failure that is in no row: the first line of the program's own error. */
function inOwnWords(error: string, run: FailedRun, { doing }: RunContext): Failure {
  const [first = ""] = error.split("\n").filter((line) => line.trim() !== "");
  const said = first.trim().replace(/^Error from server(?: \(\w+\))?: (?:error when \w+ "[^"]*": )?/, "");
  const what = capitalised(doing);
  return {
    kind: "unknown",
    sentence:
      said === ""
        ? l10n.t("{0} failed: {1} ended with exit code {2}.", what, run.program, run.exitCode ?? "")
        : l10n.t('{0} failed: {1} reports "{2}".', what, run.program, said),
    next: l10n.t("The details show the whole output."),
    recovery: [RETRY],
  };
}

/** The error that a program reports: without its warnings and logs, and without the leading `Error:` and name of the operation. */
function errorOf(stderr: string): string {
  const lines = stderr
    .split(/\r?\n/)
    .filter((line) => !/^(level=|W\d{4} |I\d{4} |E\d{4} |WARNING:|Warning:|\d{4}\/\d\d\/\d\d )/.test(line));
  const start = lines.findLastIndex((line) => /^(Error|error)(:| from server)/.test(line));
  const error = lines.slice(Math.max(start, 0)).join("\n").trim().slice(0, LONGEST_ERROR);
  return error.replace(/^error: |^Error: /, "").replace(/^(UPGRADE|INSTALLATION) FAILED: /, "");
}

/** A failure as it is shown: without secrets, with a sentence of one line that is not too long. */
function shown(failure: Failure): Failure {
  const { sentence, next, details = [], said, ...rest } = failure;
  return {
    ...rest,
    sentence: bounded(redactText(sentence)),
    next: redactText(next),
    ...(details.length === 0 ? {} : { details: redactText(details.join("\n")).split("\n") }),
    ...(said === undefined ? {} : { said: redactText(said) }),
  };
}

function bounded(text: string): string {
  const line = text.replace(/\s+/g, " ").replace(/\.\.$/, ".");
  return line.length <= LONGEST_SENTENCE ? line : `${line.slice(0, LONGEST_SENTENCE)}…`;
}
