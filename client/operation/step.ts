import * as l10n from "@vscode/l10n";
import { explainFailure, saysNotFound, whyUnread } from "../helm/failure.ts";
import { explainMissing } from "../helm/failures/missing-program.ts";
import type { Failure } from "../helm/failures/row.ts";
import type { ChartRef } from "../helm/release.ts";
import type { Reading } from "../kubectl/reading.ts";
import type { ClusterTarget } from "../kubectl/target.ts";
import {
  type Invocation,
  type Limits,
  type Program,
  ProgramMissing,
  type RunResult,
} from "../ports/programs.ts";
import { messageOf } from "../texts/error-message.ts";
import { log, loggedCall, ProgramLines } from "../texts/log-line.ts";
import { redactText } from "../texts/redact.ts";
import type { Ports } from "./command.ts";
import { failureText } from "./failure-text.ts";
import type { AskOptions, CallOptions, CommandContext, Step } from "./operation.ts";
import { Cancelled, Refused } from "./outcome.ts";

/** Reading takes seconds, but a login in a browser may come in between. An interrupted reading has nothing to tidy up. */
export const READING: Limits = { deadline: 120_000, tidyUp: 5_000 };

/** A program ran and did not succeed. The message holds no secrets. */
export class RunFailed extends Error {
  readonly invocation: Invocation<unknown>;
  readonly result: RunResult;

  constructor(invocation: Invocation<unknown>, result: RunResult) {
    const { exitCode } = result;
    const [verb = ""] = invocation.args;
    const call = `${invocation.program} ${verb}`;
    const said = redactText(result.stderr).trimEnd().split("\n").at(-1)?.trim() ?? "";
    super(endText(call, exitCode, said));
    this.invocation = invocation;
    this.result = result;
  }
}

function endText(call: string, exitCode: number | undefined, said: string): string {
  if (exitCode === undefined) {
    return said === ""
      ? l10n.t("{0} was ended by a signal.", call)
      : l10n.t("{0} was ended by a signal: {1}", call, said);
  }
  return said === ""
    ? l10n.t("{0} ended with exit code {1}.", call, exitCode)
    : l10n.t("{0} ended with exit code {1}: {2}", call, exitCode, said);
}

/** A program succeeded, but its output cannot be read. */
export class UnreadableOutput extends Error {
  readonly program: Program;
  /** The path of the program, if a setting names it. */
  readonly path: string | undefined;

  constructor(message: string, program: Program, path: string | undefined) {
    super(message);
    this.program = program;
    this.path = path;
  }
}

/** Reads the output of a successful run; throws `UnreadableOutput` with the program's name. */
export function readOutput<T>(invocation: Invocation<T>, { stdout, path }: RunResult): T {
  try {
    return invocation.parse(stdout);
  } catch (error) {
    const call = `${invocation.program} ${invocation.args[0] ?? ""}`;
    // Errors of Node are about our code, and may quote the output.
    const isSentence = ![TypeError, RangeError, SyntaxError].some((type) => error instanceof type);
    const why = isSentence ? redactText(messageOf(error)) : l10n.t("It does not have the expected form.");
    const message =
      path === undefined
        ? l10n.t("The output of {0} could not be read: {1}", call, why)
        : l10n.t("The output of {0} ({1}) could not be read: {2}", call, path, why);
    throw new UnreadableOutput(message, invocation.program, path);
  }
}

/** The cancellation and the progress of a step. */
export interface Watch {
  readonly signal: AbortSignal;
  readonly report: (message: string) => void;
}

/** Everything but what runs programs: an operation can run them only in its steps. */
export function commandContextOf({
  programs: _programs,
  progress: _progress,
  ...context
}: Ports): CommandContext {
  return context;
}

/** A step whose programs end with `signal`. Their command lines, and the lines that are known, are logged. */
export function createStep(ports: Ports, { signal, report }: Watch): Step {
  const attempt = (invocation: Invocation<unknown>, options: CallOptions = {}) =>
    run(ports, limited(invocation), options, signal);
  return {
    ...commandContextOf(ports),
    signal,
    report,
    attempt,
    async call<T>(invocation: Invocation<T>, options?: CallOptions) {
      const result = await attempt(invocation, options);
      if (!isWhole(result)) throw new RunFailed(limited(invocation), result);
      return readOutput(invocation, result);
    },
    ask: (target, invocation, options) => ask(attempt, signal, target, invocation, options),
    until: (other) => createStep(ports, { signal: AbortSignal.any([signal, other]), report }),
  };
}

/** A call that always ends: without limits of its own, it has those of reading. */
type Limited<T> = Invocation<T> & { readonly limits: Limits };

function limited<T>(invocation: Invocation<T>): Limited<T> {
  return { ...invocation, limits: invocation.limits ?? READING };
}

/** True if a run succeeded, and all of its output was kept. */
function isWhole({ exitCode, printedTooMuch }: RunResult): boolean {
  return exitCode === 0 && !printedTooMuch;
}

async function run(
  { programs, output }: Pick<Ports, "programs" | "output">,
  invocation: Limited<unknown>,
  { toLog, repeated = false }: CallOptions,
  signal: AbortSignal,
): Promise<RunResult> {
  if (!repeated) output.info(loggedCall(invocation));
  const lines = new ProgramLines();
  const result = await programs.run(invocation, {
    signal,
    limits: invocation.limits,
    onLine(line, from) {
      if (from === "stdout" && (invocation.confidential || !toLog)) return;
      const known = lines.of(line);
      if (known) output.info(known);
    },
  });
  const rest = lines.rest();
  if (rest && !repeated) output.info(rest);
  if (result.exitCode !== 0 && !(repeated && result.interrupted)) {
    // Not translated: a line of the log.
    const end = result.exitCode === undefined ? "ended by a signal" : `exit code ${result.exitCode}`;
    output.info(log`  (${end}${result.interrupted ? ", after it was interrupted" : ""})`);
  }
  return result;
}

async function ask<T>(
  attempt: Step["attempt"],
  signal: AbortSignal,
  target: ClusterTarget,
  invocation: Invocation<T>,
  { ifNone, readFailed }: AskOptions<T> = {},
): Promise<Reading<T>> {
  if (signal.aborted) return { unread: l10n.t("The check was canceled.") };
  try {
    const result = await attempt(invocation);
    if (isWhole(result)) return { answer: readOutput(invocation, result) };
    const answer = readFailed?.(result) ?? (saysNotFound(result) ? ifNone : undefined);
    return answer === undefined ? { unread: whyUnread(result, target) } : { answer };
  } catch (error) {
    if (error instanceof ProgramMissing) {
      return { unread: failureText(explainMissing(error.program, error.lookup)) };
    }
    if (error instanceof UnreadableOutput) return { unread: messageOf(error) };
    throw error;
  }
}

/**
 * Explains the error of a call in words for people; `doing` is the activity, in the language of the editor. A cancelled or
 * refused operation is not an error: it is thrown again.
 */
export function explainError(
  error: unknown,
  target: ClusterTarget,
  doing: string,
  release = "",
  chart?: ChartRef,
): Failure {
  if (error instanceof Cancelled || error instanceof Refused) throw error;
  if (error instanceof ProgramMissing) return explainMissing(error.program, error.lookup);
  if (!(error instanceof RunFailed)) return unforeseen(error);
  const about = { target: { ...target, release }, doing, chart };
  return explainFailure({ ...error.invocation, ...error.result }, about);
}

/** An unforeseen error, in the words of whatever was thrown. */
export function unforeseen(error: unknown): Failure {
  return { kind: "unknown", sentence: redactText(messageOf(error)), next: "", recovery: [] };
}
