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
export function explainMissing(program: Program, lookup: Lookup): Failure {
  const name = program === "helm" ? "Helm" : program;
  const own = `capOperator.${program}Path` as const;
  const said = sayNotStarted(name, own, lookup);
  // What is wrong with the machine or with the call, no path in the settings mends.
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
