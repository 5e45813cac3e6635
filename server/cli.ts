#!/usr/bin/env node
import "./compile-cache.ts";
import { fstatSync } from "node:fs";
import path from "node:path";
import type { Io } from "./cli/output/io.ts";

const { runProgram } = await import("./cli/program.ts");
const { EXIT, wrongUse } = await import("./cli/output/exit-codes.ts");

/** True once only the answer is left to write, so that the run comes to the same end without a reader. */
let isWriting = false;
/** True once the reader of the output has closed it, as `head` does. */
let isClosed = false;

process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
  isClosed = true;
  if (code === "EPIPE" && isWriting && !process.argv.includes("--watch")) return;
  if (code !== "EPIPE") process.stderr.write(`The output could not be written: ${message}.\n`);
  process.exit(EXIT.failed);
});
process.stderr.on("error", () => process.exit(EXIT.failed));
// Not awaited here: if the input ends before its question is answered, Node would end with a code of its own.
void runProgram(process.argv.slice(2), io()).then((code) => {
  process.exitCode = code;
});

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

function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
}

function io(): Io {
  return {
    cwd: process.cwd(),
    env: process.env,
    packageFolder: path.dirname(import.meta.dirname),
    out: (text) => {
      isWriting = true;
      if (!isClosed) process.stdout.write(text);
    },
    err: (text) => void process.stderr.write(text),
    isOutFile: isFile(process.stdout.fd),
    isOutTerminal: process.stdout.isTTY === true,
    isErrTerminal: process.stderr.isTTY === true,
    ...(process.stdin.isTTY && process.stderr.isTTY && { ask: lineAsked }),
    input: async () => {
      if (process.stdin.isTTY)
        throw wrongUse("The standard input is a terminal. Redirect a file or the output of a command to it.");
      const parts: Buffer[] = [];
      for await (const part of process.stdin) parts.push(part as Buffer);
      return Buffer.concat(parts);
    },
  };
}
