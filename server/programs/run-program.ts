import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { collectOutput, type OutputLimit } from "./output.ts";
import { type ProgramFile, taskkill } from "./program-file.ts";
import {
  homeOrRoot,
  type NeutralFolder,
  type ProgramEnvironment,
  systemEnvironment,
} from "./surroundings.ts";

/** All that a program needs to be started. Nothing has a default, so that nothing is forgotten. */
export interface ProgramCall {
  readonly file: ProgramFile;
  /** Passed as they are: there is no shell. */
  readonly args: readonly string[];
  /** Text for the standard input. */
  readonly stdin: string;
  readonly cwd: NeutralFolder;
  readonly env: ProgramEnvironment;
  /** Aborting interrupts the program. If it was aborted before, nothing is started. */
  readonly signal: AbortSignal;
  readonly limits: ProgramLimits;
  /** Called with each line as it arrives, unredacted. */
  readonly onLine?: (line: string, from: "stdout" | "stderr") => void;
}

/** Limits for a program, which is interrupted beyond them. */
export interface ProgramLimits {
  /** In milliseconds. More than 24 days count as 24 days. */
  readonly deadline: number;
  /** The time that it and all that it has started may tidy up before they are ended by force, in milliseconds; with 0, they are ended at once. */
  readonly tidyUp: number;
  readonly stdout: OutputLimit;
  readonly stderr: OutputLimit;
  /** The bytes that it may keep in memory, if the system tells how many it does (Linux). */
  readonly memory: number;
}

/** The reason why a program was interrupted. */
export type Stopped = "aborted" | "timed-out" | "printed-too-much" | "needed-too-much";

/** The end of a program. */
export interface ProgramEnd {
  /** `undefined` if a signal ended it. */
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** Absent if it was not interrupted. */
  readonly stopped?: Stopped;
}

/** A program that runs, in a process group of its own. */
export interface RunningProgram {
  readonly group: ProcessGroup;
  readonly ended: Promise<ProgramEnd>;
}

/** A program and all that it has started. */
export interface ProcessGroup {
  /** Asks all of it to stop. On Windows, which has no such signal, ends it. */
  interrupt(): void;
  /** Ends all of it by force. */
  end(): void;
  /** True while any process of it is running. Until then, no other group gets the same number. */
  hasMembers(): boolean;
}

/** Windows has no process groups that could be interrupted (Node: `subprocess.kill`). */
const HAS_GROUPS = process.platform !== "win32";

/**
 * Starts a program; the only function of the project that does, which `build/no-child-process.grit` holds. Gives `undefined` if the
 * signal was aborted before, and rejects with the error of the system if the program cannot be started.
 */
export async function startProgram(call: ProgramCall): Promise<RunningProgram | undefined> {
  if (call.signal.aborted) return undefined;
  const { limits, stdin, onLine } = call;
  const child = launch(call, "pipe");
  if (child.pid === undefined) throw (await once(child, "error"))[0];
  // The end of a program tells of errors while it runs.
  child.on("error", () => undefined);
  // If a program does not read all of its input, its exit code tells what that means.
  child.stdin?.on("error", () => undefined).end(stdin);
  const group = groupOf(child.pid);
  const stopping = stopWhenAsked(child.pid, group, call);
  const collect = (from: "stdout" | "stderr", limit: OutputLimit) =>
    child[from] && collectOutput(child[from], limit, stopping.printsTooMuch, (line) => onLine?.(line, from));
  const stdout = collect("stdout", limits.stdout);
  const stderr = collect("stderr", limits.stderr);
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve)).then(
    async (exitCode): Promise<ProgramEnd> => {
      stopping.ended();
      const [out = "", errors = ""] = await Promise.all([stdout?.read(), stderr?.read()]);
      const stopped = stopping.why();
      return { exitCode: exitCode ?? undefined, stdout: out, stderr: errors, stopped };
    },
  );
  return { group, ended };
}

function launch(
  { file, args, cwd, env }: Pick<ProgramCall, "file" | "args" | "cwd" | "env">,
  stdio: SpawnOptions["stdio"],
): ChildProcess {
  return spawn(file, args, {
    cwd,
    env,
    stdio,
    shell: false,
    windowsHide: true,
    // In its own process group, so that an interrupt also reaches the processes that it starts.
    detached: HAS_GROUPS,
  });
}

function groupOf(leader: number): ProcessGroup {
  return {
    interrupt: () => (HAS_GROUPS ? void signalGroup(leader, "SIGTERM") : endTree(leader)),
    end: () => (HAS_GROUPS ? void signalGroup(leader, "SIGKILL") : endTree(leader)),
    hasMembers: () => HAS_GROUPS && signalGroup(leader, 0),
  };
}

/** Sends a signal to a group. Returns `false` if there was no process to receive it. */
function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-leader, signal);
    return true;
  } catch {
    return false;
  }
}

/** Ends a Windows process and everything it has started. */
function endTree(pid: number): void {
  const args = ["/PID", String(pid), "/T", "/F"];
  const call = { file: taskkill(), args, cwd: homeOrRoot(), env: systemEnvironment() };
  // If none of them is running any more, there is nothing to report.
  launch(call, "ignore").on("error", () => undefined);
}

/** The longest delay that a timer accepts; with a longer one, it would fire at once (Node: `setTimeout`). */
const LONGEST = 2 ** 31 - 1;

/** The time between two looks at what a program keeps in memory, in milliseconds. */
const BETWEEN_LOOKS = 200;

/** Linux counts memory in pages; these are the smallest that it has, so that nothing is ended too early. */
const PAGE_BYTES = 4096;

/** Stops a program, and knows why. */
interface Stopping {
  /** To be called when the program has ended by itself or was stopped. */
  ended(): void;
  /** To be called when it prints more than is kept. */
  printsTooMuch(): void;
  why(): Stopped | undefined;
}

/**
 * Interrupts a process group when `signal` is aborted or a limit is exceeded. When its time to tidy up is over, ends what is left of it by
 * force, even if its leader has ended.
 */
function stopWhenAsked(pid: number, group: ProcessGroup, { signal, limits }: ProgramCall): Stopping {
  let why: Stopped | undefined;
  let force: NodeJS.Timeout | undefined;
  let isOver = false;
  const interrupt = (reason: Stopped) => {
    if (why !== undefined) return;
    why = reason;
    // The number may be another program's by now.
    if (isOver) return;
    if (limits.tidyUp === 0) return group.end();
    group.interrupt();
    force = after(limits.tidyUp, group.end);
  };
  const abort = () => interrupt("aborted");
  const deadline = after(limits.deadline, () => interrupt("timed-out"));
  const look =
    limits.memory < Number.POSITIVE_INFINITY
      ? setInterval(
          () => memoryOf(pid) > limits.memory && interrupt("needed-too-much"),
          BETWEEN_LOOKS,
        ).unref()
      : undefined;
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  return {
    ended() {
      isOver = true;
      signal.removeEventListener("abort", abort);
      clearTimeout(deadline);
      clearInterval(look);
      if (!group.hasMembers()) clearTimeout(force);
    },
    printsTooMuch: () => interrupt("printed-too-much"),
    why: () => why,
  };
}

/** Does something after a delay of at most 24 days. The pending timer does not keep the process alive. */
function after(ms: number, task: () => void): NodeJS.Timeout {
  return setTimeout(task, Math.min(ms, LONGEST)).unref();
}

/** The bytes that a process keeps in memory; 0 if unknown. */
function memoryOf(pid: number): number {
  if (process.platform !== "linux") return 0;
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
