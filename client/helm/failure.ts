import type { Program } from "../installation-ports.ts";
import type { FailedRun, Failure, FailureContext, FailureRow, FailureScene } from "./failure-row.ts";
import { chartFailures } from "./failures/chart-failures.ts";
import { connectionFailures } from "./failures/connection-failures.ts";
import { machineFailures } from "./failures/machine-failures.ts";
import { objectFailures } from "./failures/object-failures.ts";
import { permissionFailures } from "./failures/permission-failures.ts";
import { releaseFailures } from "./failures/release-failures.ts";
import { valuesFailures } from "./failures/values-failures.ts";
import { redactText } from "./redact.ts";

export type { FailedRun, Failure, FailureContext, FailureKind } from "./failure-row.ts";

/** All rows. The first that fits counts, so what wraps other errors stands first. */
const ROWS: readonly FailureRow[] = [
  ...releaseFailures,
  ...connectionFailures,
  ...permissionFailures,
  ...objectFailures,
  ...valuesFailures,
  ...chartFailures,
  ...machineFailures,
];

/** Why a run failed and what to do about it, from its exit code and its output. */
export function explainFailure(run: FailedRun, about: FailureContext): Failure {
  return withoutSecrets(stoppedFailure(run, about) ?? explainError(errorOf(run.stderr), run, about));
}

/** What to do about a program that is not there. */
export function explainMissing(program: Program): Failure {
  return {
    kind: "program-missing",
    sentence: `${program} was not found on this machine.`,
    next: `Install ${program}, or say where it is in the setting capOperator.${program}Path.`,
  };
}

function explainError(error: string, run: FailedRun, about: FailureContext): Failure {
  const scene: FailureScene = { ...about, run, explain: (inner) => explainError(inner, run, about) };
  for (const { kind, pattern, say } of ROWS) {
    const found = pattern.exec(error);
    if (found) return { kind, ...say(found, scene, error) };
  }
  return unknownFailure(error, run, about);
}

/** A run that was stopped has not failed, whatever it says last. */
function stoppedFailure(run: FailedRun, { at, doing }: FailureContext): Failure | undefined {
  if (!run.interrupted && run.exitCode !== undefined) return undefined;
  const isHelm = run.program === "helm";
  const undone = /has been (uninstalled|rolled back) due to/.exec(run.stderr)?.[1];
  if (undone !== undefined) {
    return {
      kind: "interrupted",
      sentence: `${sentenceCase(doing)} was interrupted, and Helm has undone it: ${at.release} has been ${undone}.`,
      next: "Nothing more is to be done.",
    };
  }
  return {
    kind: "interrupted",
    sentence: `${sentenceCase(doing)} was interrupted${isHelm ? ", and nothing of it was undone" : ""}.`,
    next: isHelm
      ? `Look at the status of ${at.release}: while it is pending, Helm refuses to change it, and it has to be rolled back or uninstalled.`
      : "Do it again when you want to.",
  };
}

function unknownFailure(error: string, run: FailedRun, { doing }: FailureContext): Failure {
  const lines = error.split("\n").filter((line) => line.trim() !== "");
  const last = lines[0]?.trim() ?? "";
  const said =
    last === "" ? `${run.program} ended with exit code ${run.exitCode}` : `${run.program} says "${last}"`;
  return {
    kind: "unknown",
    sentence: `${sentenceCase(doing)} failed: ${said}.`,
    next: "The output has all that was said.",
    ...(lines.length > 1 ? { details: lines } : {}),
  };
}

/** What a program says went wrong: without its warnings and logs, without `Error:` and the name of the operation in front. */
function errorOf(stderr: string): string {
  const lines = stderr
    .split(/\r?\n/)
    .filter((line) => !/^(level=|W\d{4} |I\d{4} |E\d{4} |WARNING:|Warning:|\d{4}\/\d\d\/\d\d )/.test(line));
  const start = lines.findLastIndex((line) => /^(Error|error)(:| from server)/.test(line));
  const own = lines.slice(Math.max(start, 0)).join("\n").trim();
  return own.replace(/^error: |^Error: /, "").replace(/^(UPGRADE|INSTALLATION) FAILED: /, "");
}

function withoutSecrets(failure: Failure): Failure {
  const { sentence, next, details } = failure;
  return {
    ...failure,
    sentence: redactText(sentence).replace(/\.\.$/, "."),
    next: redactText(next),
    ...(details === undefined ? {} : { details: redactText(details.join("\n")).split("\n") }),
  };
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
