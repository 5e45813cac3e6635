/** A program that this extension runs. Its location comes from a setting of the machine, otherwise from the PATH. */
export type Program = "helm" | "kubectl";

/** A call of a program as data: nothing runs until it is passed to a runner, and no shell ever reads it. */
export interface Invocation<T> {
  readonly program: Program;
  readonly args: readonly string[];
  /** Text for the standard input. */
  readonly stdin?: string;
  /** Its standard output may contain Secrets: it is read by `parse`, and never logged. */
  readonly confidential?: true;
  /** The time limits; those of reading if absent. */
  readonly limits?: Limits;
  /** Reads the output of a successful run; throws a readable error if it is not what the program promises. */
  parse(stdout: string): T;
}

/** The time limits of a program, in milliseconds. */
export interface Limits {
  /** After this time the program is interrupted, as if the person had pressed Cancel. More than 24 days count as 24 days. */
  readonly deadline: number;
  /** The time for the program and its child processes to tidy up after an interruption, before they are ended by force. */
  readonly tidyUp: number;
}

export interface RunOptions {
  /**
   * Aborting asks the program and the processes that it has started to stop, and waits for its end, so that Helm can tidy up.
   * Windows has no such signal, so there they are ended at once. If it was aborted before, nothing is started.
   */
  readonly signal?: AbortSignal;
  /** Called with each line as it arrives, unredacted. */
  readonly onLine?: (line: string, from: "stdout" | "stderr") => void;
  readonly limits?: Limits;
}

/** The end of a run. Only the exit code tells if it succeeded: Helm writes warnings to stderr. */
export interface RunResult {
  /** Undefined if a signal ended the program. */
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** True if it was interrupted while it ran, or was not even started: `signal` was aborted, or its deadline had passed. */
  readonly interrupted: boolean;
  /** Set if it was interrupted because its deadline had passed. */
  readonly timedOut?: true;
  /** Set if it was interrupted because it printed more than is kept. */
  readonly printedTooMuch?: true;
  /** The path of the program, if a setting names it. */
  readonly path?: string;
}

export interface ProcessRunner {
  /** Runs a program to its end. Rejects with `ProgramMissing` if it cannot be started, and for no other reason. */
  run(invocation: Invocation<unknown>, options?: RunOptions): Promise<RunResult>;
}

/**
 * The reasons for which a program did not start: it does not exist; it cannot be run, or was made for another system; the path is
 * a folder; it is a script that only a Windows shell runs; the command line is longer than the system allows; the machine is
 * running too many programs or has too many files open; or something else.
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

/** The result of looking for a program that did not start. */
export interface Lookup {
  readonly reason: NotStarted;
  /** The path in the setting; absent if the program was looked for on the PATH. */
  readonly configured?: string;
  /** The path of the script; only if the reason is `shell-script`. */
  readonly found?: string;
  /** The operating system's code of the error; only if the reason is `other`. */
  readonly code?: string;
}

/** A program could not be started. */
export class ProgramMissing extends Error {
  readonly program: Program;
  readonly lookup: Lookup;

  constructor(program: Program, lookup: Lookup) {
    // Not translated: for the log; `explainMissing` has the words for people.
    const { configured = "the PATH", reason } = lookup;
    // Not translated: the same
    super(`${program} ${reason === "not-found" ? "was not found" : "cannot be started"} (${configured}).`);
    this.program = program;
    this.lookup = lookup;
  }
}
