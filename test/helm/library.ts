// Helm's own libraries, built into a program that answers thousands of questions in seconds.

import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import type { HelmMajor } from "../../server/core/values/refusal.ts";
import { haveGo } from "../support/go.ts";
import { cacheFolder, installOnce } from "../support/workbench/install-once.ts";
import type { Question } from "./question.ts";

const SOURCES = path.join(import.meta.dirname, "library");
const GO = { ...process.env, CGO_ENABLED: "0", GOWORK: "off" };

/** What Helm's libraries say to a question. */
export interface LibraryAnswer {
  /** The values as `toJson .Values` prints them; absent if Helm refuses. */
  readonly values?: string;
  /** Why Helm refuses. */
  readonly error?: string;
}

/** The program for a generation of Helm, built here once; `undefined` if Go is missing. */
export async function libraryProgram(major: HelmMajor): Promise<string | undefined> {
  const name = `helm-library-${major}`;
  const file = process.platform === "win32" ? "library.exe" : "library";
  const isBuilt = existsSync(path.join(cacheFolder(), name, file));
  if (!isBuilt && !haveGo()) return undefined;
  const module = path.join(SOURCES, `helm${major}`);
  const folder = await installOnce({
    name,
    announcement: `Building what asks the libraries of Helm ${major} with Go: up to some minutes`,
    pins: { sources: digest(major) },
    install: async (draft) => {
      await promisify(execFile)("go", ["build", "-o", path.join(draft, file), "."], { cwd: module, env: GO });
    },
  });
  return path.join(folder, file);
}

/** Asks all questions, and returns the answers in the same order. */
export async function askLibrary(
  program: string,
  questions: readonly Question[],
): Promise<readonly LibraryAnswer[]> {
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
    throw new Error(
      `Helm's libraries answered ${lines.length} of ${questions.length} questions (exit code ${status}).`,
    );
  }
  return lines.map((line): LibraryAnswer => JSON.parse(line));
}

/** The version of Helm whose libraries are asked, as its go.mod states it. */
export function libraryVersion(major: HelmMajor): string {
  const module = readFileSync(path.join(SOURCES, `helm${major}`, "go.mod"), "utf8");
  const version = new RegExp(`helm\\.sh/helm/v${major} (v\\S+)`).exec(module)?.[1];
  if (version === undefined) throw new Error(`The go.mod for Helm ${major} names no version of it.`);
  return version;
}

function digest(major: HelmMajor): string {
  const hash = createHash("sha256");
  for (const file of [
    "ask/go.mod",
    "ask/ask.go",
    ...["go.mod", "go.sum", "main.go"].map((one) => `helm${major}/${one}`),
  ]) {
    hash.update(readFileSync(path.join(SOURCES, file)));
  }
  return hash.digest("hex");
}
