// Small programs around Helm's own libraries, built with Go. Each takes a question a line and answers a line.

import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { GO_ENVIRONMENT, haveGo } from "../support/go.ts";
import { cacheFolder, installOnce } from "../support/workbench/install-once.ts";

/** The folder with the sources of all such programs. */
export const SOURCES = path.join(import.meta.dirname, "library");

/** A program by its Go module and what the module takes from beside it, as paths from the sources. */
export interface GoProgram {
  readonly name: string;
  readonly module: string;
  readonly beside: readonly string[];
  /** The program in words, while it is built: "what asks the libraries of Helm 3". */
  readonly what: string;
}

/** The path of a program, built here once and whenever its sources change; `undefined` if Go is missing. */
export async function goProgram({ name, module, beside, what }: GoProgram): Promise<string | undefined> {
  const file = process.platform === "win32" ? `${name}.exe` : name;
  const isBuilt = existsSync(path.join(cacheFolder(), name, file));
  if (!isBuilt && !haveGo()) return undefined;
  const sources = [...beside, ...["go.mod", "go.sum", "main.go"].map((name) => `${module}/${name}`)];
  const hash = createHash("sha256");
  for (const source of sources) hash.update(readFileSync(path.join(SOURCES, source)));
  const folder = await installOnce({
    name,
    announcement: `Building ${what} with Go: up to some minutes`,
    pins: { program: file, sources: hash.digest("hex") },
    install: async (draft) => {
      const cwd = path.join(SOURCES, module);
      await promisify(execFile)("go", ["build", "-o", path.join(draft, file), "."], {
        cwd,
        env: GO_ENVIRONMENT,
      });
    },
  });
  return path.join(folder, file);
}

/** Asks all questions, and returns the answers in the same order. */
export async function askProgram<Q, A>(program: string, questions: readonly Q[]): Promise<readonly A[]> {
  const child = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  const output = text(child.stdout);
  child.stdin.end(questions.map((question) => `${JSON.stringify(question)}\n`).join(""));
  const lines = (await output).split("\n").slice(0, -1);
  const status = await ended;
  if (status !== 0 || lines.length !== questions.length) {
    const name = path.basename(program);
    throw new Error(
      `${name} answered ${lines.length} of ${questions.length} questions (exit code ${status}).`,
    );
  }
  return lines.map((line): A => JSON.parse(line));
}
