import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Command } from "commander";
import type { Io } from "../output/io.ts";

/** `lsp`: the language server. */
export function addLsp(program: Command, io: Io): void {
  program
    .command("lsp")
    .summary("run the language server")
    .description("Runs the language server for an editor that starts it.")
    .usage("--stdio")
    .requiredOption("--stdio", "communicate through standard input and output")
    .action(async () => {
      // It reads the arguments of the process, and ends it itself.
      process.argv.splice(2, process.argv.length - 2, "--stdio");
      await import(pathToFileURL(path.join(io.packageFolder, "dist/language-server.js")).href);
    });
}
