/** The exit codes of commands, for scripts. */
export const EXIT = {
  /** Nothing is wrong. */
  clean: 0,
  /** Something was found. */
  findings: 1,
  /** The command was not used as it is meant to be. */
  wrongUse: 2,
  /** Something could not be read or written, or failed. */
  failed: 3,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The reason why a command cannot go on, as a sentence for the person who ran it. */
export class CommandProblem extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The command was not used as it is meant to be. */
export function wrongUse(message: string): CommandProblem {
  return new CommandProblem(message, EXIT.wrongUse);
}

/** Something could not be read or written. */
export function failed(message: string): CommandProblem {
  return new CommandProblem(message, EXIT.failed);
}
