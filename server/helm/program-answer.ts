import { type HelmError, helmError, plainWords } from "../core/values/helm-verdict.ts";
import type { ProgramEnd, Stopped } from "../programs/run-program.ts";
import type { Answer, ProgramSilence } from "../workspace/files/answer.ts";

const SILENCES: Readonly<Record<Stopped, "stopped" | "too-long" | "too-much">> = {
  aborted: "stopped",
  "timed-out": "too-long",
  "printed-too-much": "too-much",
  "needed-too-much": "too-much",
};

/** The exit code of Helm after an error that it reports (Helm: `cmd/helm`, `main`); Go ends a program that panics with 2. */
const REPORTED = 1;

/**
 * The answer of a run of Helm: its output, or the error that it reports. Anything else is no answer: a run that was interrupted, killed, or failed in
 * another way. `undefined` is a run that was not wanted any more before it began.
 */
export function programAnswer(
  ended: ProgramEnd | undefined,
): Answer<{ readonly output: string }, { readonly error: HelmError }, ProgramSilence> {
  if (ended === undefined) return { is: "unknown", why: { noAnswer: "stopped" } };
  const { exitCode, stdout, stderr, stopped } = ended;
  if (stopped) return { is: "unknown", why: { noAnswer: SILENCES[stopped] } };
  if (exitCode === undefined) return { is: "unknown", why: { noAnswer: "killed" } };
  if (exitCode === 0) return { is: "yes", output: stdout };
  const error = exitCode === REPORTED ? helmError(stderr) : undefined;
  return error
    ? { is: "no", error }
    : { is: "unknown", why: { noAnswer: "failed", exitCode, words: wordsIn(stderr) } };
}

/** The line with most of the reason why a program ended: that of a panic, otherwise the last one. */
function wordsIn(stderr: string): string {
  const lines = stderr.split("\n").filter((line) => line.trim() !== "");
  return plainWords(lines.find((line) => /^(?:panic|fatal error): /.test(line)) ?? lines.at(-1) ?? "");
}
