import path from "node:path";
import type { MessagePort } from "node:worker_threads";
import { serveChecks } from "./cli/check-worker.ts";
import { EXIT } from "./cli/exit-codes.ts";
import type { CheckerOptions } from "./cli/file-checker.ts";
import type { Io } from "./cli/io.ts";
import { runProgram } from "./cli/program.ts";
import { yamlText } from "./workspace/yaml-text.ts";

/** Runs the command line with the arguments of this process. */
export async function main(): Promise<void> {
  // Whoever read the output may have seen enough; that is nobody's failure, but not all was written.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => process.exit(EXIT.failed));
  process.exitCode = await runProgram(process.argv.slice(2), io());
}

/** Serves a thread of the command line. */
export function work(port: MessagePort, options: CheckerOptions): void {
  serveChecks(port, options);
}

/** The line that is typed after a question; `undefined` if the input ends instead. */
async function lineAsked(question: string): Promise<string | undefined> {
  const { createInterface } = await import("node:readline");
  return new Promise((resolve) => {
    const terminal = createInterface({ input: process.stdin, output: process.stderr });
    terminal.once("close", () => resolve(undefined));
    terminal.question(question, (line) => {
      resolve(line);
      terminal.close();
    });
  });
}

function io(): Io {
  return {
    cwd: process.cwd(),
    env: process.env,
    packageFolder: path.dirname(import.meta.dirname),
    out: (text) => void process.stdout.write(text),
    tell: (text) => void process.stderr.write(text),
    isOutTerminal: process.stdout.isTTY === true,
    isTellTerminal: process.stderr.isTTY === true,
    ...(process.stdin.isTTY && process.stderr.isTTY && { ask: lineAsked }),
    input: async () => {
      const parts: Buffer[] = [];
      for await (const part of process.stdin) parts.push(part as Buffer);
      return yamlText(Buffer.concat(parts));
    },
  };
}
