// Helm's own template engine, built into a program that renders hundreds of charts in seconds.

import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import type { HelmMajor } from "../../server/core/values/refusal.ts";
import { haveGo } from "../support/go.ts";
import { cacheFolder, installOnce } from "../support/workbench/install-once.ts";

const SOURCES = path.join(import.meta.dirname, "library");
const GO = { ...process.env, CGO_ENABLED: "0", GOWORK: "off" };

/** A chart by its files, and what is given to it, each time on its own. */
export interface RenderQuestion {
  readonly files: Readonly<Record<string, string>>;
  readonly values: readonly object[];
}

/** What Helm renders, all files one after the other, or why it refuses. */
export interface Rendering {
  readonly text: string;
  readonly error?: string;
}

/** The program for a generation of Helm, built here once; `undefined` if Go is missing. */
export async function renderProgram(major: HelmMajor): Promise<string | undefined> {
  const name = `helm-render-${major}`;
  const file = process.platform === "win32" ? "render.exe" : "render";
  const isBuilt = existsSync(path.join(cacheFolder(), name, file));
  if (!isBuilt && !haveGo()) return undefined;
  const hash = createHash("sha256");
  for (const source of ["ask/go.mod", "ask/render/render.go"]) {
    hash.update(readFileSync(path.join(SOURCES, source)));
  }
  const module = path.join(SOURCES, `render${major}`);
  for (const source of ["go.mod", "go.sum", "main.go"]) hash.update(readFileSync(path.join(module, source)));
  const folder = await installOnce({
    name,
    announcement: `Building what renders with the libraries of Helm ${major} with Go: up to some minutes`,
    pins: { sources: hash.digest("hex") },
    install: async (draft) => {
      await promisify(execFile)("go", ["build", "-o", path.join(draft, file), "."], { cwd: module, env: GO });
    },
  });
  return path.join(folder, file);
}

/** Renders all charts with all their values, and returns the results in the same order. */
export async function renderAll(
  program: string,
  questions: readonly RenderQuestion[],
): Promise<readonly (readonly Rendering[])[]> {
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
    throw new Error(`Helm rendered ${lines.length} of ${questions.length} charts (exit code ${status}).`);
  }
  return lines.map((line): readonly Rendering[] => JSON.parse(line));
}
