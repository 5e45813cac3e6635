import type { TerminalText } from "./terminal-text.ts";

/** What a command has to do with the world around it. Tests and workers put something else in its place. */
export interface Io {
  /** The folder that relative paths start from. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder with what the program brings along. */
  readonly packageFolder: string;
  /** Writes what was asked for. */
  readonly out: (text: string) => void;
  /** Writes messages for the person who runs the command. */
  readonly err: (text: TerminalText) => void;
  readonly isOutTerminal: boolean;
  readonly isErrTerminal: boolean;
  /** Asks a person at a terminal for a line; `undefined` if there is none any more. Absent without a terminal. */
  readonly ask?: (question: TerminalText) => Promise<string | undefined>;
  /** All of the standard input. */
  readonly input: () => Promise<string>;
}
