import type { ReleaseRef, ReleaseState } from "./cli/release.ts";

/** A program that this extension runs. Where it is comes from a setting of the machine, else from the PATH. */
export type Program = "helm" | "kubectl";

/** A call of a program as data: nothing runs until a runner is given, and no shell ever reads it. */
export interface Invocation<T> {
  readonly program: Program;
  readonly args: readonly string[];
  /** Text for the standard input. */
  readonly stdin?: string;
  /** Its standard output may contain Secrets: it is read by `parse`, and never logged. */
  readonly confidential?: true;
  /** How long it may take; where nothing is said, as long as reading may. */
  readonly limits?: Limits;
  /** Reads what a successful run printed; throws a readable error when it is not what the program promises. */
  parse(stdout: string): T;
}

/** How long a program may take, in milliseconds. */
export interface Limits {
  /** After this time it is interrupted, as if the person had pressed Cancel. More than 24 days are 24 days. */
  readonly deadline: number;
  /** How long it and what it has started may tidy up after an interruption, before they are ended by force. */
  readonly tidyUp: number;
}

/** How a run is watched and stopped. */
export interface RunOptions {
  /**
   * Aborting asks the program and what it has started to stop, as Ctrl+C does, and waits for its end, so that Helm can tidy
   * up. On Windows, which has no such signal, it ends them at once. Nothing is started where it was aborted before.
   */
  readonly signal?: AbortSignal;
  /** Called with each line as it comes. Nothing of it has been redacted. */
  readonly onLine?: (line: string, from: "stdout" | "stderr") => void;
  readonly limits?: Limits;
  /** Records that it runs, and lets it continue when this process ends in the middle: `LeftRuns` then finds it. */
  readonly note?: RunNote;
}

/** What is written down of a change while it runs. Nothing in it is secret. */
export interface RunNote {
  readonly at: ReleaseRef;
  /** What messages call it, such as `an upgrade`. */
  readonly name: string;
  /** The same as a verb in its -ing form, such as `upgrading`. */
  readonly doing: string;
  /** What the release was before; absent where there was none. */
  readonly before?: Pick<ReleaseState, "revision" | "status">;
}

/** A change whose window was closed or reloaded, or whose editor crashed, before it ended. */
export interface LeftRun {
  readonly note: RunNote;
  /** When it began, as ISO 8601. */
  readonly began: string;
  /** Whether its program still runs. On Windows it has ended with the editor (libuv: children are in a job of their parent). */
  isRunning(): Promise<boolean>;
  /**
   * What it printed, once its program has ended; nothing where `signal` was aborted before. How it ended nobody knows. After
   * a day what it printed is gone, and both texts are empty. They may hold Secrets.
   */
  ended(signal?: AbortSignal): Promise<Pick<RunResult, "stdout" | "stderr"> | undefined>;
  /**
   * Asks its program to stop, as Cancel does, and ends it by force when it still runs after `tidyUp` milliseconds; where nothing
   * is said, it may take its time.
   */
  interrupt(tidyUp?: number): Promise<void>;
  /** Removes what was written down of it. */
  forget(): Promise<void>;
}

/** Finds changes that outlived the window that they were begun in. */
export interface LeftRuns {
  /**
   * Those that were not forgotten, the oldest first. Each is given to the first window that asks, until that one ends too. A run of
   * a window that is still open is none.
   */
  list(): Promise<readonly LeftRun[]>;
  /**
   * Whether changes run in other windows. Such a window may be closing, or may have lost its connection, which an editor on a
   * remote machine notices minutes later: then its changes are left.
   */
  areInOtherWindows(): Promise<boolean>;
}

/** How a run ended. Only the exit code says whether it succeeded: Helm writes warnings to stderr. */
export interface RunResult {
  /** Absent when a signal ended the program. */
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether it was interrupted while it ran, or was not even started: `signal` was aborted, or its deadline had passed. */
  readonly interrupted: boolean;
  /** It was interrupted because its deadline had passed. */
  readonly timedOut?: true;
}

/** Runs programs. */
export interface ProcessRunner {
  /** Runs a program to its end. Rejects with `ProgramMissing` where it cannot be started, and for nothing else. */
  run(invocation: Invocation<unknown>, options?: RunOptions): Promise<RunResult>;
}

/**
 * Why a program did not start: there is none; there is one that cannot be run, or that was made for another system; the path
 * is a folder; it is a script that only a shell of Windows runs; the command line is longer than the system allows; the
 * machine runs too many programs or has too many files open; or something else.
 */
export type NotStarted =
  | "not-found"
  | "not-runnable"
  | "other-system"
  | "folder"
  | "shell-script"
  | "too-long"
  | "busy"
  | "other";

/** Where a program was looked for, and what came of it. */
export interface Lookup {
  readonly reason: NotStarted;
  /** The path of the setting; absent where the program was looked for on the PATH. */
  readonly configured?: string;
  /** The path of the script; only where the reason is one. */
  readonly found?: string;
  /** What the operating system calls the error; only where the reason is `other`. */
  readonly code?: string;
}

/** A program could not be started. */
export class ProgramMissing extends Error {
  readonly program: Program;
  readonly lookup: Lookup;

  constructor(program: Program, lookup: Lookup) {
    const { configured = "the PATH", reason } = lookup;
    super(`${program} ${reason === "not-found" ? "was not found" : "cannot be started"} (${configured}).`);
    this.program = program;
    this.lookup = lookup;
  }
}
