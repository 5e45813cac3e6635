import path from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { serveChecks } from "./cli/check-worker.ts";
import { EXIT } from "./cli/exit-codes.ts";
import type { Io } from "./cli/io.ts";
import { runProgram } from "./cli/program.ts";

const packageFolder = path.dirname(import.meta.dirname);

/** Whoever read the output may have seen enough; that is nobody's failure, but not all was written. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", () => process.exit(EXIT.failed));
}

const io: Io = {
  cwd: process.cwd(),
  env: process.env,
  packageFolder,
  out: (text) => void process.stdout.write(text),
  tell: (text) => void process.stderr.write(text),
  isOutTerminal: process.stdout.isTTY === true,
  isTellTerminal: process.stderr.isTTY === true,
  input: async () => {
    const parts: Buffer[] = [];
    for await (const part of process.stdin) parts.push(part as Buffer);
    return Buffer.concat(parts).toString("utf8");
  },
};

/** The same file is what its worker threads run. */
if (parentPort) serveChecks(parentPort, workerData);
else void main();

async function main(): Promise<void> {
  process.exitCode = await runProgram(process.argv.slice(2), io);
}
