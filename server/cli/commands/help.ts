import type { Command } from "commander";
import { nearest } from "../../workspace/files/similar-words.ts";
import { wrongUse } from "../output/exit-codes.ts";

/** `help`: the help of the program, or of a command. */
export function addHelp(program: Command): void {
  program
    .command("help")
    .summary("print the help of a command")
    .description("Prints the help of a command, as its option --help does.")
    .argument("[command]", "the command")
    .action((name: string | undefined) => {
      const command =
        name === undefined ? program : program.commands.find((candidate) => candidate.name() === name);
      if (command) return command.help();
      const names = program.commands.map((command) => command.name());
      throw wrongUse(`No command "${name}" found.${nearest(name ?? "", names)}`);
    });
}
