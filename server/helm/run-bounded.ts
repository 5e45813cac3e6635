import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

/** A program that is run within limits. */
export interface BoundedCall {
  /** An absolute path. */
  readonly program: string;
  readonly args: readonly string[];
  /** All of its environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly limits: Limits;
}

/** What a program may take before it is killed. */
export interface Limits {
  readonly milliseconds: number;
  /** What it may write as errors; its other output is not read. */
  readonly bytes: number;
  /** What it may keep in memory, where the system says how much that is (Linux). */
  readonly memory: number;
}

/** How a program ended. */
export type BoundedEnd =
  | { readonly exitCode: number; readonly errors: string }
  | { readonly killed: "stopped" | "too-long" | "too-much" }
  | { readonly notStarted: true };

const LOOK_MS = 200;
/** Linux counts memory in pages; these are the smallest that it has, so that nothing is killed too early. */
const PAGE_BYTES = 4096;
const HAS_GROUPS = process.platform !== "win32";

/** Runs a program without a shell, and kills it with all that it has started when it exceeds a limit, or when `signal` says so. */
export async function runBounded(call: BoundedCall, signal: AbortSignal): Promise<BoundedEnd> {
  if (signal.aborted) return { killed: "stopped" };
  const { program, args, env, cwd, limits } = call;
  let child: ReturnType<typeof spawn>;
  try {
    child = spawn(program, args, {
      cwd,
      env,
      windowsHide: true,
      detached: HAS_GROUPS,
      stdio: ["ignore", "ignore", "pipe"],
    });
  } catch {
    return { notStarted: true };
  }
  return new Promise((resolve) => {
    let killed: "stopped" | "too-long" | "too-much" | undefined;
    const parts: Buffer[] = [];
    let size = 0;
    const kill = (why: typeof killed) => {
      killed ??= why;
      end(child.pid, () => child.kill("SIGKILL"));
      child.stderr?.destroy();
    };
    const stop = () => kill("stopped");
    const late = setTimeout(() => kill("too-long"), limits.milliseconds);
    const look = setInterval(() => {
      if (memoryOf(child.pid) > limits.memory) kill("too-much");
    }, LOOK_MS);
    const finish = (ended: BoundedEnd) => {
      clearTimeout(late);
      clearInterval(look);
      signal.removeEventListener("abort", stop);
      resolve(killed === undefined ? ended : { killed });
    };
    signal.addEventListener("abort", stop);
    child.stderr?.on("data", (part: Buffer) => {
      size += part.length;
      if (size > limits.bytes) kill("too-much");
      else parts.push(part);
    });
    child.stderr?.on("error", () => undefined);
    child.once("error", () => finish({ notStarted: true }));
    child.once("close", (code) =>
      finish({ exitCode: code ?? -1, errors: Buffer.concat(parts).toString("utf8") }),
    );
  });
}

/** Kills a program and the processes that it has started. */
function end(pid: number | undefined, alone: () => void): void {
  if (pid === undefined) return;
  try {
    if (HAS_GROUPS) process.kill(-pid, "SIGKILL");
    else alone();
  } catch {
    // It has ended already.
  }
}

/** What a process keeps in memory; 0 where that is not known. */
function memoryOf(pid: number | undefined): number {
  if (pid === undefined || process.platform !== "linux") return 0;
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
