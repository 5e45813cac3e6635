import type { ReleaseRef } from "../helm/release.ts";
import type { Reading } from "../kubectl/reading.ts";
import type { ClusterTarget } from "../kubectl/target.ts";
import type { Invocation, RunResult } from "../ports/programs.ts";
import type { Ports } from "./command.ts";
import type { Done, OperationContext } from "./outcome.ts";

/** The ports that an operation may use directly. Programs are not part of them: they run in its steps. */
export type CommandContext = Omit<Ports, "programs" | "progress">;

export interface CallOptions {
  /** Set if its output is for people: known lines of it go to the log, as those of its errors do. */
  readonly toLog?: true;
  /** True if it repeats an earlier call, as when waiting for something: then only failures are logged. */
  readonly repeated?: boolean;
}

export interface AskOptions<T> {
  /** The answer when the API server reports that there is no such thing. */
  readonly ifNone?: T;
  /** Reads a run whose exit code is not 0; returns undefined if that is not an answer either. */
  readonly readFailed?: (result: RunResult) => T | undefined;
}

/** A part of an operation in which programs run. Each call has the step's signal, a deadline, and a place in the log. */
export interface Step extends CommandContext {
  /** Aborted when the person presses Cancel, or when the purpose of the step has ended. */
  readonly signal: AbortSignal;
  report(message: string): void;
  /** Runs a program and reads what it printed. Throws `RunFailed` when its exit code is not 0, and `ProgramMissing`. */
  call<T>(invocation: Invocation<T>, options?: CallOptions): Promise<T>;
  /** The same without reading the output, for calls whose failure is an answer, too. */
  attempt(invocation: Invocation<unknown>, options?: CallOptions): Promise<RunResult>;
  /** Asks the cluster one thing. If there is no answer, it returns why instead of throwing, so that other questions can go on. */
  ask<T>(target: ClusterTarget, invocation: Invocation<T>, options?: AskOptions<T>): Promise<Reading<T>>;
  /** This step, but only for as long as `signal` is not aborted. */
  until(signal: AbortSignal): Step;
}

/**
 * One thing that a person asked for, from the command to its end. It ends by returning, by throwing `Cancelled`, or by throwing
 * `Refused`. Only the runner tells the person how it ended.
 */
export interface Operation extends CommandContext {
  /**
   * Ends the operation unless the workspace is trusted, or the person trusts it now. From here on it may run programs, like one that
   * needs trust from the start.
   */
  needTrust(): Promise<void>;
  /** Sets the context of failures from here on: their explanation, and the actions that they offer. */
  about(context: OperationContext): void;
  /** Reads something and shows its progress. Cancelling ends the operation, whatever was read or went wrong by then. */
  read<T>(title: string, work: (step: Step) => Promise<T>): Promise<T>;
  /**
   * Changes something and shows its progress. Cancelling interrupts the program; `work` has to report the state after the change.
   */
  change<T>(title: string, work: (step: Step) => Promise<T>): Promise<T>;
  /** Reads without a message of its own. The view uses it, because it shows by itself that it is reading. */
  quietly<T>(signal: AbortSignal, work: (step: Step) => Promise<T>): Promise<T>;
  /**
   * Runs `work`, but refuses if another change is at work on this release. `name` is what messages call the change, such as `an
   * upgrade`. Contexts with the same server name the same release.
   */
  alone<T>(target: ReleaseRef, name: string, work: () => Promise<T>): Promise<T>;
  /** For a button that starts a piece of work of its own: it ends and is reported like a separate operation. */
  next(work: (operation: Operation) => Promise<Done | undefined> | Promise<void>): Promise<void>;
  /** Does something while the end of the operation is shown. */
  meanwhile(work: () => Promise<void>): void;
}

export interface OperationPlan {
  /** The name in the manifest of the extension. */
  readonly id: `capOperator.${string}`;
  /** Set if it reaches a cluster or runs a program, which only a trusted workspace may. */
  readonly needsTrust?: true;
  /** The initial context of failures. */
  readonly context?: OperationContext;
  run(operation: Operation, target: string | undefined): Promise<Done | undefined> | Promise<void>;
}
