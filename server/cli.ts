import path from "node:path";
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

void runProgram(process.argv.slice(2), io).then((code) => {
  process.exitCode = code;
});
