// Helm's own libraries, built into a program that answers thousands of questions in seconds.

import { readFileSync } from "node:fs";
import path from "node:path";
import type { HelmMajor } from "../../server/core/values/refusal.ts";
import { askProgram, goProgram, SOURCES } from "../../test/helm/go-program.ts";
import type { Question } from "../../test/helm/question.ts";

/** The answer of Helm's libraries to a question. */
export interface LibraryAnswer {
  /** The values as `toJson .Values` prints them; absent if Helm rejects. */
  readonly values?: string;
  /** The reason for which Helm rejects. */
  readonly error?: string;
}

/** The program for a generation of Helm, built here once; `undefined` if Go is missing. */
export function libraryProgram(major: HelmMajor): Promise<string | undefined> {
  return goProgram({
    name: `helm-library-${major}`,
    module: `helm${major}`,
    beside: ["ask/go.mod", "ask/ask.go"],
    what: `what asks the libraries of Helm ${major}`,
  });
}

/** Asks all questions, and returns the answers in the same order. */
export function askLibrary(
  program: string,
  questions: readonly Question[],
): Promise<readonly LibraryAnswer[]> {
  return askProgram(program, questions);
}

/** The version of Helm whose libraries are asked, as its go.mod states it. */
export function libraryVersion(major: HelmMajor): string {
  const module = readFileSync(path.join(SOURCES, `helm${major}`, "go.mod"), "utf8");
  const version = new RegExp(`helm\\.sh/helm/v${major} (v\\S+)`).exec(module)?.[1];
  if (version === undefined) throw new Error(`The go.mod for Helm ${major} names no version of it.`);
  return version;
}
