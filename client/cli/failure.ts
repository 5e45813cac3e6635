import type { Lookup, Program } from "../installation-ports.ts";
import type { FailedRun, Failure, FailureContext, FailureRow, FailureScene } from "./failure-row.ts";
import { chartFailures } from "./failures/chart-failures.ts";
import { connectionFailures } from "./failures/connection-failures.ts";
import { machineFailures } from "./failures/machine-failures.ts";
import { objectFailures } from "./failures/object-failures.ts";
import { permissionFailures } from "./failures/permission-failures.ts";
import { releaseFailures } from "./failures/release-failures.ts";
import { valuesFailures } from "./failures/values-failures.ts";
import { RETRY, SHOW_STATUS, setting } from "./recovery.ts";
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
  const failure = stoppedFailure(run, about) ?? explainError(errorOf(run.stderr), run, about);
  const said = run.stderr.trim();
  return withoutSecrets(said === "" ? failure : { ...failure, said });
}

/** What to do about a program that cannot be started. */
export function explainMissing(program: Program, { configured, isThere }: Lookup): Failure {
  const name = program === "helm" ? "Helm" : program;
  const own = `capOperator.${program}Path` as const;
  const recovery = [setting(`${program}Path`), RETRY];
  if (configured === undefined) {
    const sentence = isThere
      ? `${name} is on the PATH, but cannot be run.`
      : `${name} was not found on the PATH.`;
    return { kind: "program-missing", sentence, next: `Install it, or set ${own}.`, recovery };
  }
  return {
    kind: "program-missing",
    sentence: isThere
      ? `${configured} (${own}) cannot be run as a program.`
      : `${name} was not found at ${configured} (${own}).`,
    next: isThere ? "Make the file executable, or correct the setting." : "Correct the setting.",
    recovery,
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
      sentence: `${sentenceCase(doing)} was interrupted.`,
      next: `Show Status says what ${at.release} is now.`,
      outcome: `so ${at.release} was ${undone === "uninstalled" ? "removed again" : undone}`,
      recovery: [SHOW_STATUS],
    };
  }
  return {
    kind: "interrupted",
    sentence: `${sentenceCase(doing)} was interrupted${isHelm ? ", and nothing of it was undone" : ""}.`,
    next: isHelm ? `Show Status says what ${at.release} is now.` : "Try again when you want to.",
    recovery: isHelm ? [SHOW_STATUS] : [RETRY],
    ...(isHelm && {
      details: [
        "While a release is pending, Helm refuses to change it: it has to be rolled back or uninstalled first.",
      ],
    }),
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
    next: "The details have everything that was said.",
    recovery: [RETRY],
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
  const { sentence, next, details = [], said, ...rest } = failure;
  return {
    ...rest,
    sentence: redactText(sentence).replace(/\.\.$/, "."),
    next: redactText(next),
    ...(details.length === 0 ? {} : { details: redactText(details.join("\n")).split("\n") }),
    ...(said === undefined ? {} : { said: redactText(said) }),
  };
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
