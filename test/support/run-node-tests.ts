import { spawnSync } from "node:child_process";
import { repository } from "./repository.ts";

/** Runs test files with Node's own runner; its summary closes the output. Returns the exit code. */
export function runNodeTests(files: readonly string[], flags: readonly string[] = []): number {
  if (files.length === 0) {
    console.error("No test files were found.");
    return 1;
  }
  const args = ["--test", "--test-reporter=spec", ...flags, ...files];
  const { status, error } = spawnSync(process.execPath, args, { cwd: repository, stdio: "inherit" });
  if (error) {
    console.error(error.message);
  }
  return status ?? 1;
}

/** Runs a script of the repository; returns its exit code. */
export function runScript(script: string, ...args: readonly string[]): number {
  return spawnSync(process.execPath, [script, ...args], { cwd: repository, stdio: "inherit" }).status ?? 1;
}
