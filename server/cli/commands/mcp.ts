import { statSync } from "node:fs";
import path from "node:path";
import { Worker } from "node:worker_threads";
import type { Command } from "commander";
import { findHelm, helmAsker } from "../../helm/ask-helm.ts";
import { EXIT, type ExitCode, wrongUse } from "../output/exit-codes.ts";
import type { Io } from "../output/io.ts";
import { plain, terminal } from "../output/terminal-text.ts";
import { untilEnded } from "../values/rendering.ts";

interface McpOptions {
  readonly root: readonly string[];
  readonly render?: true;
  readonly structuredOnly?: true;
}

/** MB of memory that a call may take. */
const MOST_MEMORY = 2048;

/** `mcp`: answers agents. */
export function addMcp(program: Command, io: Io, end: (code: ExitCode) => void): void {
  program
    .command("mcp")
    .summary("serve agents over the Model Context Protocol, on standard input and output")
    .description(
      "Serves agents over the Model Context Protocol, on standard input and output: findings, fixes, keys, effective values, rendered objects. " +
        "Files are only read, in the client's roots and in the folders of --root; nothing is written. No cluster and no network is contacted.",
    )
    .option(
      "--root <folder>",
      "a folder in which files may be read; can be repeated. What the client names must be in one of them",
      (value: string, before: readonly string[]) => [...before, value],
      [],
    )
    .option(
      "--render",
      "let agents ask the helm on the PATH what it renders (`helm template`), with charts in these folders",
    )
    .option(
      "--structured-only",
      "answer with structured content only, without the same as text, for clients that would show both to agents",
    )
    .action(async ({ root, render, structuredOnly }: McpOptions) => {
      const roots = root.map((folder) => path.resolve(io.cwd, folder));
      const missing = roots.find((root) => statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true);
      if (missing !== undefined) throw wrongUse(`Folder not found: ${missing}.`);
      const { serve } = await import("../../mcp/serve.ts");
      const file = path.join(io.packageFolder, "dist/agents-worker.js");
      // The output of a thread must not get between the messages, so it is not read.
      const options = {
        workerData: { packageFolder: io.packageFolder, asksHelm: render === true },
        stdout: true,
        resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY },
      };
      const run = helmAsker(() => findHelm("", io.env));
      await serve({
        packageFolder: io.packageFolder,
        roots,
        isStructuredOnly: structuredOnly === true,
        // If Node is started so that it allows no threads, calls are answered all the same.
        startThread:
          process.permission?.has("worker") === false ? undefined : () => new Worker(file, options),
        askHelm: render && ((question, signal) => untilEnded((ended) => run(question, ended), signal)),
        warn: (message) => io.err(terminal`${plain(message)}\n`),
      });
      end(EXIT.clean);
    });
}
