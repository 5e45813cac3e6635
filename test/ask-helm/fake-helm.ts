import { chmodSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Writes a program that is run instead of Helm, with the body of a script of Node, and returns its path. */
export function fakeHelm(folder: string, body: string): string {
  const file = path.join(folder, "helm");
  writeFileSync(file, `#!${process.execPath}\nconst fs = require("node:fs");\n${body}\n`);
  chmodSync(file, 0o755);
  return file;
}
