import { Command, CommanderError } from "commander";
import { readVersion } from "../workspace/charts/read-sources.ts";
import { errorDetail } from "../workspace/files/unforeseen-error.ts";
import { addCheck } from "./commands/check.ts";
import { addCompletion } from "./commands/completion.ts";
import { addDiff } from "./commands/diff.ts";
import { addEffective } from "./commands/effective.ts";
import { addExplain } from "./commands/explain.ts";
import { addFix } from "./commands/fix.ts";
import { addFormat } from "./commands/format.ts";
import { addHelp } from "./commands/help.ts";
import { addInit } from "./commands/init.ts";
import { addLsp } from "./commands/lsp.ts";
import { addMcp } from "./commands/mcp.ts";
import { addRender } from "./commands/render.ts";
import { addRules } from "./commands/rules.ts";
import { addSchema } from "./commands/schema.ts";
import { addUpgrade } from "./commands/upgrade.ts";
import { addValues } from "./commands/values.ts";
import { withHelp } from "./help/help-text.ts";
import { CommandProblem, EXIT, type ExitCode } from "./output/exit-codes.ts";
import { type Io, withoutRunnerCommands } from "./output/io.ts";
import { plainLines, terminal } from "./output/terminal-text.ts";

/** The table of all commands. Help, completion and the reference are made from it. */
export function makeProgram(io: Io, end: (code: ExitCode) => void): Command {
  const program = new Command("cap-operator")
    .description("Checks the values of the CAP Operator's Helm chart, and its operator resource.")
    .version(readVersion(io.packageFolder), "-V, --version", "print the version")
    .helpCommand(false)
    .showHelpAfterError("Run with --help for usage.")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.out(text),
      writeErr: (text) => io.err(plainLines(text)),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
  addCheck(program, io, end);
  addEffective(program, io, end);
  addExplain(program, io, end);
  addRules(program, io, end);
  addRender(program, io, end);
  addDiff(program, io, end);
  addFix(program, io, end);
  addFormat(program, io, end);
  addUpgrade(program, io, end);
  addValues(program, io, end);
  addSchema(program, io, end);
  addInit(program, io, end);
  addLsp(program, io);
  addMcp(program, io, end);
  addCompletion(program, io, end);
  addHelp(program);
  for (const command of program.commands) command.copyInheritedSettings(program);
  withHelp(program, io.packageFolder);
  return program;
}

/** The command that the scripts of `completion` run. */
const COMPLETE = "__complete";

/** Runs the program with its arguments, and returns its exit code. Never throws. */
export async function runProgram(args: readonly string[], world: Io): Promise<ExitCode> {
  const { io, tellBroken } = withoutRunnerCommands(world);
  let code: ExitCode = EXIT.clean;
  const program = makeProgram(io, (ended) => {
    code = ended;
  });
  try {
    if (args.length === 0) program.help({ error: true });
    if (args[0] === COMPLETE) {
      const { printCandidates } = await import("./help/candidates.ts");
      printCandidates(args.slice(1), program, io);
      return EXIT.clean;
    }
    // Other tools of Kubernetes have it as a command.
    await program.parseAsync(args[0] === "version" ? ["--version"] : args, { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.clean : EXIT.wrongUse;
    if (error instanceof CommandProblem) {
      io.err(terminal`${plainLines(error.message)}\n`);
      return error.exitCode;
    }
    io.err(terminal`${plainLines(`Internal error: ${errorDetail(error)}`)}\n`);
    return EXIT.failed;
  } finally {
    tellBroken();
  }
}
