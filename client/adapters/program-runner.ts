import { spawn } from "node:child_process";
import { homedir } from "node:os";
import type { Readable } from "node:stream";
import { type ProcessRunner, type Program, ProgramMissing } from "../installation-ports.ts";

/** Runs `helm` and `kubectl` from the paths that `pathOf` gives, which may be bare names. */
export function createProgramRunner(pathOf: (program: Program) => string): ProcessRunner {
  return {
    run({ program, args, stdin }, { signal, onLine } = {}) {
      const path = pathOf(program);
      return new Promise((resolve, reject) => {
        // Windows looks for a bare name in the working folder too, and a workspace must not bring its own helm.
        const child = spawn(path, args, { cwd: homedir(), windowsHide: true, stdio: "pipe" });
        const stdout = collect(child.stdout, (line) => onLine?.(line, "stdout"));
        const stderr = collect(child.stderr, (line) => onLine?.(line, "stderr"));
        let interrupted = false;
        const interrupt = () => {
          interrupted = true;
          child.kill("SIGINT");
        };
        if (signal?.aborted) interrupt();
        signal?.addEventListener("abort", interrupt, { once: true });
        child.on("error", (error: NodeJS.ErrnoException) => {
          const configured = path === program ? {} : { configured: path };
          reject(new ProgramMissing(program, { ...configured, isThere: error.code !== "ENOENT" }));
        });
        child.on("close", (exitCode) => {
          signal?.removeEventListener("abort", interrupt);
          resolve({
            exitCode: exitCode ?? undefined,
            stdout: stdout.join(""),
            stderr: stderr.join(""),
            interrupted,
          });
        });
        // A program that does not read its input to the end says by its exit code what it thinks of it.
        child.stdin.on("error", () => undefined);
        child.stdin.end(stdin ?? "");
      });
    },
  };
}

/** Collects a stream in parts, and calls `onLine` for each of its lines as it comes. */
function collect(stream: Readable, onLine: (line: string) => void): string[] {
  const parts: string[] = [];
  let begun = "";
  stream.setEncoding("utf8");
  stream.on("data", (part: string) => {
    parts.push(part);
    const lines = (begun + part).split(/\r?\n/);
    begun = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  });
  stream.on("end", () => {
    if (begun !== "") onLine(begun);
  });
  return parts;
}
