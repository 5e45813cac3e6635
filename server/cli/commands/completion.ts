import { Argument, type Command } from "commander";
import { commandTable } from "../command-table.ts";
import { completionScript, SHELLS, type Shell } from "../completion-scripts.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Io } from "../io.ts";

/** `completion`: a script for a shell. */
export function addCompletion(program: Command, io: Io, end: (code: ExitCode) => void): void {
  program
    .command("completion")
    .summary("print the shell completion script")
    .description("Prints a script that completes commands, options and their values in a shell.")
    .addArgument(new Argument("<shell>", "the shell").choices(SHELLS))
    .action((shell: Shell) => {
      io.out(completionScript(shell, program.name(), commandTable(program)));
      end(EXIT.clean);
    });
}
