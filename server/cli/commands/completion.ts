import { Argument, type Command } from "commander";
import { completionScript, SHELLS, type Shell } from "../help/completion-scripts.ts";
import { EXIT, type ExitCode } from "../output/exit-codes.ts";
import type { Io } from "../output/io.ts";

/** `completion`: a script for a shell. */
export function addCompletion(program: Command, io: Io, end: (code: ExitCode) => void): void {
  program
    .command("completion")
    .summary("print the shell completion script")
    .description(
      "Prints a script that completes in a shell: commands, options, files, and what the program knows at that moment, such as the " +
        "releases of the settings, versions of the chart, keys and codes of rules.",
    )
    .addArgument(new Argument("<shell>", "the shell").choices(SHELLS))
    .action((shell: Shell) => {
      io.out(completionScript(shell, program.name()));
      end(EXIT.clean);
    });
}
