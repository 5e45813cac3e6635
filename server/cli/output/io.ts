import { withoutCommands } from "./runner-commands.ts";
import { type TerminalText, terminal } from "./terminal-text.ts";

/** Writes text. A text that begins with a command for the runner of a pipeline is marked with `isCommand`; commands in any other are broken up. */
export type Write = (text: string, about?: { readonly isCommand: boolean }) => void;

/** The surroundings of a command. Tests and workers put something else in their place. */
export interface Io {
  /** The folder that relative paths start from. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder with what the program brings along. */
  readonly packageFolder: string;
  /** Writes what was asked for. */
  readonly out: Write;
  /** Writes messages for the person who runs the command. */
  readonly err: (text: TerminalText) => void;
  readonly isOutTerminal: boolean;
  /** True if the output goes to a file, which no runner of a pipeline reads for commands. */
  readonly isOutFile?: boolean;
  readonly isErrTerminal: boolean;
  /** Asks a person at a terminal for a line; `undefined` if there is none any more. Absent without a terminal. */
  readonly ask?: (question: TerminalText) => Promise<string | undefined>;
  /** All of the standard input. Throws a sentence if a person would have to type it. */
  readonly input: () => Promise<Uint8Array>;
}

/**
 * The surroundings with an output that commands no runner of a pipeline, and a function that tells at the end if something was broken up for that.
 */
export function withoutRunnerCommands(io: Io): { readonly io: Io; readonly tellBroken: () => void } {
  let isBroken = false;
  const out: Write = (text, { isCommand } = { isCommand: false }) => {
    if (io.isOutFile) return io.out(text);
    const begin = isCommand ? "::" : "";
    const rest = text.slice(begin.length);
    const safe = withoutCommands(rest);
    isBroken ||= safe !== rest;
    io.out(begin + safe);
  };
  const safe = (text: TerminalText) => withoutCommands(text) as TerminalText;
  const { ask } = io;
  const tellBroken = () => {
    if (isBroken)
      io.err(
        terminal`The output contains commands for runners of pipelines. Each is broken up by a space. Redirect the output to a file to get it unchanged.\n`,
      );
  };
  const err = (text: TerminalText) => io.err(safe(text));
  return { io: { ...io, out, err, ...(ask && { ask: (question) => ask(safe(question)) }) }, tellBroken };
}
