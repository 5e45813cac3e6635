import type { ReleaseRef } from "../cli/release.ts";
import type { Reading } from "../cluster/reading.ts";
import type { ClusterTarget } from "../cluster/target.ts";
import type { Ports } from "../ports.ts";
import type { Invocation, RunNote, RunResult } from "../program-ports.ts";
import type { Done, Scene } from "./outcome.ts";

/** What an operation touches by itself. Programs are not among it: they run in its steps. */
export type Surroundings = Omit<Ports, "programs" | "progress">;

/** How a call is watched. */
export interface CallOptions {
  /** Whether what it prints is for people and goes to the log; what is printed to be read by `parse` does not. */
  readonly toLog?: boolean;
  /** Whether it is the same call again, as in waiting for something: then only what goes wrong is logged. */
  readonly repeated?: boolean;
  /** What is written down of a change, which goes on when the window is closed or reloaded in the middle. */
  readonly note?: RunNote;
}

/** How a question is asked. */
export interface AskOptions<T> {
  /** The answer when the API server says that there is no such thing. */
  readonly ifNone?: T;
  /** Reads a run whose exit code is not 0; nothing when it is no answer either. */
  readonly readFailed?: (result: RunResult) => T | undefined;
}

/** A part of an operation in which programs run. Each of their calls has its signal, a deadline, and a place in the log. */
export interface Step extends Surroundings {
  /** Aborted when the person presses Cancel, or what the step is for has ended. */
  readonly signal: AbortSignal;
  /** Says how far it is. */
  report(message: string): void;
  /** Runs a program and reads what it printed. Throws `RunFailed` when its exit code is not 0, and `ProgramMissing`. */
  call<T>(invocation: Invocation<T>, options?: CallOptions): Promise<T>;
  /** The same without reading, for calls whose failure is an answer too. */
  attempt(invocation: Invocation<unknown>, options?: CallOptions): Promise<RunResult>;
  /** Asks the cluster one thing. Where there is no answer, it says why instead of throwing, so that other questions go on. */
  ask<T>(target: ClusterTarget, invocation: Invocation<T>, options?: AskOptions<T>): Promise<Reading<T>>;
  /** This step as long as `signal` is not aborted. */
  until(signal: AbortSignal): Step;
}

/**
 * One thing that a person asked for, from the command to its end. It ends as done, by throwing `Cancelled`, or by throwing
 * `Refused`; the runner tells the person, and nobody else does.
 */
export interface Operation extends Surroundings {
  /** Says what it is about from here on: how a failure is explained, and what is at hand then. */
  about(scene: Partial<Scene>): void;
  /** Reads something with its progress. Cancelling ends the operation, whatever was read or went wrong by then. */
  read<T>(title: string, work: (step: Step) => Promise<T>): Promise<T>;
  /** Changes something with its progress. Cancelling interrupts the program; what has become of it, `work` says. */
  change<T>(title: string, work: (step: Step) => Promise<T>): Promise<T>;
  /** Reads without a message of its own, as the view does, which shows by itself that it reads. */
  quietly<T>(signal: AbortSignal, work: (step: Step) => Promise<T>): Promise<T>;
  /**
   * Runs `work` unless another change is at work on this release: then it is refused. `name` is what messages call the change,
   * such as `an upgrade`. Two contexts that lead to one server name one release.
   */
  alone<T>(at: ReleaseRef, name: string, work: () => Promise<T>): Promise<T>;
  /** What a button does that is a piece of work by itself: it ends and is told as an operation of its own. */
  next(work: (operation: Operation) => Promise<Done | undefined> | Promise<void>): Promise<void>;
  /** Does something while the end of the operation is told. */
  meanwhile(work: () => Promise<void>): void;
}

/** What an operation is made of. */
export interface OperationPlan {
  /** The name in the manifest. */
  readonly id: `capOperator.${string}`;
  /** Whether it reaches a cluster or runs a program, which only a trusted workspace may. */
  readonly needsTrust?: true;
  /** What it is about from the beginning. */
  readonly scene?: Partial<Scene>;
  run(operation: Operation, target: string | undefined): Promise<Done | undefined> | Promise<void>;
}
