import { chmodSync, writeFileSync } from "node:fs";
import path from "node:path";
import { atSetPath, type ProgramFile } from "../../server/programs/program-file.ts";

/** `helm template` prints a line break at least (Helm 3 and 4: `cmd/template.go`). */
const LAST = `if (process.argv[2] === "template") process.on("exit", (code) => code === 0 && fs.writeSync(1, "\\n"));`;

/** Writes a program that is run instead of Helm, with the body of a script of Node, and returns its path. */
export function fakeHelm(folder: string, body: string): ProgramFile {
  const file = path.join(folder, "helm");
  writeFileSync(file, `#!${process.execPath}\nconst fs = require("node:fs");\n${LAST}\n${body}\n`);
  chmodSync(file, 0o755);
  return atSetPath(file, folder) as ProgramFile;
}
