import { chmodSync, writeFileSync } from "node:fs";
import path from "node:path";
import { atSetPath, type ProgramFile } from "../../server/programs/program-file.ts";

/** Writes a program that is run instead of Helm, with the body of a script of Node, and returns its path. */
export function fakeHelm(folder: string, body: string): ProgramFile {
  const file = path.join(folder, "helm");
  writeFileSync(file, `#!${process.execPath}\nconst fs = require("node:fs");\n${body}\n`);
  chmodSync(file, 0o755);
  return atSetPath(file, folder) as ProgramFile;
}
