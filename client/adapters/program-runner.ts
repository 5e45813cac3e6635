import { type ChildProcess, spawn } from "node:child_process";
import { homedir } from "node:os";
import type { Readable } from "node:stream";
import { type ProcessRunner, type Program, ProgramMissing } from "../installation-ports.ts";
import { programEnvironment } from "./program-environment.ts";

/** How long the output may stay open after a program has ended, in milliseconds. */
const GRACE = 1000;

/**
 * Runs `helm` and `kubectl` from the paths that `pathOf` gives, which may be bare names. `tellLeftOut` is called once with
 * the variables of this machine that are not passed on, if there are any.
 */
export function createProgramRunner(
  pathOf: (program: Program) => string,
  tellLeftOut: (names: readonly string[]) => void = () => undefined,
): ProcessRunner {
  let told = false;
  return {
    run({ program, args, stdin }, { signal, onLine } = {}) {
      const path = pathOf(program);
      const { variables, leftOut } = programEnvironment(process.env);
      if (leftOut.length > 0 && !told) {
        told = true;
        tellLeftOut(leftOut);
      }
      return new Promise((resolve, reject) => {
        const child = spawn(path, args, {
          // Windows looks for a bare name in the working folder too, and a workspace must not bring its own helm.
          cwd: homedir(),
          env: variables,
          windowsHide: true,
          stdio: "pipe",
          // In a process group of its own, so that an interrupt also reaches what the program has started.
          detached: HAS_GROUPS,
        });
        const stdout = collect(child.stdout, (line) => onLine?.(line, "stdout"));
        const stderr = collect(child.stderr, (line) => onLine?.(line, "stderr"));
        let interrupted = false;
        const interrupt = () => {
          interrupted = true;
          interruptGroup(child);
        };
        if (signal?.aborted) interrupt();
        signal?.addEventListener("abort", interrupt, { once: true });
        child.on("error", (error: NodeJS.ErrnoException) => {
          const configured = path === program ? {} : { configured: path };
          reject(new ProgramMissing(program, { ...configured, isThere: error.code !== "ENOENT" }));
        });
        child.on("exit", () => {
          signal?.removeEventListener("abort", interrupt);
          // What the program has started, such as a credential plugin, may keep the output open for as long as it likes.
          const closing = setTimeout(() => closeOutput(child), GRACE);
          child.on("close", () => clearTimeout(closing));
        });
        child.on("close", (exitCode) => {
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

/** Windows has no process groups that could be interrupted (Node: `subprocess.kill`). */
const HAS_GROUPS = process.platform !== "win32";

/** Interrupts a program and what it has started, as Ctrl+C in a terminal does. */
function interruptGroup(child: ChildProcess): void {
  if (!HAS_GROUPS || child.pid === undefined) {
    child.kill("SIGINT");
    return;
  }
  try {
    process.kill(-child.pid, "SIGINT");
  } catch {
    // The whole group has ended already.
  }
}

/** Stops reading; Node tells the end of the program then. */
function closeOutput({ stdout, stderr }: ChildProcess): void {
  stdout?.destroy();
  stderr?.destroy();
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
  stream.on("close", () => {
    if (begun !== "") onLine(begun);
  });
  return parts;
}
